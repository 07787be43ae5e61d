import Foundation

/// Images in iTerm2's protocol (https://iterm2.com/documentation-images.html).
enum ITermImage {
  /// A sequence that draws a file of whatever format from where the cursor is, into the box. The cursor is then at the
  /// image's end, of which terminals have different ideas.
  static func drawn(_ file: Data, in box: ImageBox) -> String {
    "\u{1B}]1337;File=inline=1;size=\(file.count);width=\(box.columns);height=\(box.rows);preserveAspectRatio=1:"
      + file.base64EncodedString() + "\u{07}"
  }
}
