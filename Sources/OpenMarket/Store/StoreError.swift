/// Why a store cannot be opened, read or written. Nothing has changed when one of these is thrown.
package enum StoreError: Error, Sendable, Equatable {
  /// Another process has held the store for longer than anyone should wait.
  case busy
  /// The disk is full.
  case full
  /// The file, or its folder, may not be written.
  case readOnly
  /// The file is something other than a store.
  case foreign
  /// The file was written by a later version of this program.
  case newer
  /// The file is a store, and damaged.
  case damaged
  /// The file or its folder may not be opened.
  case inaccessible
  /// The disk reported an error.
  case inputOutput
  /// SQLite said something that is none of the above: its result code.
  case unexpected(Int32)
}
