import Testing

/// One after the other: a signal is sent to the whole process, which has one terminal.
@Suite(.serialized) struct TerminalTests {}
