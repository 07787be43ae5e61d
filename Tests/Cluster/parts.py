"""A script of parts, each of which has servers and databases of its own; `--only PART` runs one."""

import contextlib
import sys
import time

from served import Case, NotStarted


def run(about, parts, short=None):
    """Runs all parts, with --short those of `short`. `about` describes the script."""
    names = [part.__name__ for part in parts]
    chosen = None
    if "--only" in sys.argv:
        place = sys.argv.index("--only")
        chosen = sys.argv[place + 1]
        del sys.argv[place:place + 2]
        if chosen not in names:
            sys.exit(f"Error: Invalid value '{chosen}' for '--only'\nHelp:  {', '.join(names)}")
    try:
        with Case(about) as case:
            for part in parts:
                if chosen == part.__name__ or not chosen and (not case.short or part in (short or parts)):
                    print(f"  {part.__doc__}", flush=True)
                    began, outer = time.monotonic(), case.cleanup
                    with contextlib.ExitStack() as case.cleanup:
                        case.attempt(part)
                    case.cleanup = outer
                    case.note(f"({time.monotonic() - began:.0f} s)")
    except NotStarted as error:
        sys.exit(f"Error: {error}")
