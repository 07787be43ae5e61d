/// A shell that completes words with the program's help, and the script that sets it up.
///
/// The script runs `PROGRAM --complete -- WORD…` with the words after the program's name up to the cursor; the last may be
/// empty. The program prints a line for each completion: the word, a tab and its meaning. The line `:files` stands for
/// file names, which the shell finds itself.
package enum Shell: String, CaseIterable, Sendable {
  case bash, zsh, fish

  /// The lines that the program prints for a completion.
  package static func lines(_ completion: Completion, in language: Language) -> [String] {
    switch completion {
    case .terms(let terms): terms.map { TSV.line([$0.word, language.text($0.meaning)]) }
    case .files: [":files"]
    case .lookup: []
    }
  }

  /// The script, without a line end after the last line.
  package func completionScript(for program: String) -> String {
    let script =
      switch self {
      case .bash: Self.bashScript
      case .zsh: Self.zshScript
      case .fish: Self.fishScript
      }
    return script.replacing("PROGRAM", with: program)
  }

  /// Works from bash 3.2 on, the version of macOS. Bash also splits words at `=` and `:` (COMP_WORDBREAKS) and replaces
  /// only the last part, so the script joins the words again from the line, and takes away their quotes. Words are inserted as they
  /// are, so the script quotes what has a meaning to bash, as the open quote needs it. Meanings are added where bash only lists the
  /// completions (COMP_TYPE).
  private static let bashScript = #"""
    # Completion of PROGRAM for bash. The words come from PROGRAM itself.
    _PROGRAM() {
      local rest=${COMP_LINE:0:COMP_POINT} breaks=${COMP_WORDBREAKS//[!=:]} i line
      local -a words=() meanings=()
      for ((i = 0; i <= COMP_CWORD; i++)); do
        if [[ $i -eq 0 || $rest == [[:space:]]* ]]; then
          words+=("${COMP_WORDS[i]}")
        else
          words[${#words[@]} - 1]+=${COMP_WORDS[i]}
        fi
        rest=${rest#"${rest%%[![:space:]]*}"}
        rest=${rest#"${COMP_WORDS[i]}"}
      done
      # The words without quotes, and the quote that is open at the cursor.
      local word char quote
      for i in "${!words[@]}"; do
        line=${words[i]} word= quote=
        while [[ -n $line ]]; do
          char=${line:0:1} line=${line:1}
          if [[ $char == "$quote" ]]; then
            quote=
          elif [[ -z $quote && $char == [\'\"] ]]; then
            quote=$char
          elif [[ $char == \\ && $quote != \' ]]; then
            word+=${line:0:1} line=${line:1}
          else
            word+=$char
          fi
        done
        words[i]=$word
      done
      local part=$word
      [[ -n $breaks ]] && part=${word##*[$breaks]}
      local before=${word%"$part"}

      COMPREPLY=()
      while IFS= read -r line; do
        if [[ $line == :files ]]; then
          compopt -o default 2>/dev/null && continue
          while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$part")
          return
        fi
        word=${line%%$'\t'*}
        word=${word#"$before"}
        case $quote in
          \") for char in \\ \$ \` \"; do word=${word//"$char"/"\\$char"}; done ;;
          \') word=${word//\'/"'\\''"} ;;
          *) [[ $word == *[!A-Za-z0-9_@%+=:,./-]* ]] && printf -v word %q "$word" ;;
        esac
        COMPREPLY+=("$word")
        meanings+=("${line#*$'\t'}")
      done < <(command PROGRAM --complete -- "${words[@]:1}" 2>/dev/null </dev/null)

      if [[ ${#COMPREPLY[@]} -gt 1 && $COMP_TYPE =~ ^(33|63|64)$ ]]; then
        for i in "${!COMPREPLY[@]}"; do
          [[ -n ${meanings[i]} ]] && COMPREPLY[i]+="  ${meanings[i]}"
        done
      fi
    }
    complete -o nosort -F _PROGRAM PROGRAM 2>/dev/null || complete -F _PROGRAM PROGRAM
    """#

  private static let zshScript = #"""
    #compdef PROGRAM
    # Completion of PROGRAM for zsh. The words come from PROGRAM itself.
    _PROGRAM() {
      local line
      local -a typed found
      typed=("${(@Q)words[2,CURRENT]}")
      typed[-1]=${(Q)PREFIX}
      while IFS= read -r line; do
        if [[ $line == :files ]]; then
          compset -P '--*='
          _files
          return
        fi
        line=${line%$'\t'}
        line=${line//\\/\\\\}
        found+=("${${line//:/\\:}/$'\t'/:}")
      done < <(command PROGRAM --complete -- "${(@)typed}" 2>/dev/null </dev/null)
      (( ${#found} )) && _describe -V 'word' found -M 'm:{a-zA-Z}={A-Za-z}'
    }
    if [[ $funcstack[1] == _PROGRAM ]]; then _PROGRAM "$@"; else compdef _PROGRAM PROGRAM; fi
    """#

  private static let fishScript = #"""
    # Completion of PROGRAM for fish. The words come from PROGRAM itself.
    function __PROGRAM_words
      set -l word (commandline -ct)
      # Without its quotes, of which the last may be open.
      for end in '' \' \"
        set -l plain (string unescape -- "$word$end" 2>/dev/null); and set word $plain; and break
      end
      set -l typed (commandline -opc) "$word"
      for line in (command PROGRAM --complete -- $typed[2..-1] 2>/dev/null </dev/null)
        if test "$line" = :files
          set -l option (string match -r -- '^--[^=]+=' "$word")
          __fish_complete_path (string replace -r -- '^--[^=]+=' '' "$word") | string replace -r -- '^' "$option"
        else
          echo $line
        end
      end
    end
    complete -c PROGRAM -f -k -a '(__PROGRAM_words)'
    """#
}
