import Console
import Foundation
import HTTP
import OpenMarket

/// How much a plan sends to the market.
struct PlanSize {
  let end: PlanEnd
  let outside: OutsideImages
  private(set) var changes = 0
  /// The rows that are sent: those, and those whose digests are new alone.
  private(set) var sent = 0
  var counts: PlanCounts { end.counts }
  private var images = 0
  private var bytes = 0

  /// Reads a whole plan and compares its digest. Throws `ImportError.notAPlan` for one that was cut off, and `changedPlan`.
  init(ofPlanAt path: String) throws {
    var reader = try PlanReader(path: path, verifies: true)
    var outside = OutsideImages()
    let bounds = ImageBounds(reader.header)
    var lines = 0
    while let line = try reader.next() {
      lines += 1
      sent += line.isSent ? 1 : 0
      guard line.action.isWrite else { continue }
      outside.add(line, beyond: bounds)
      changes += 1
      images += line.images?.count ?? 0
      // More than a request can have need not be measured.
      guard changes <= BatchLimits.items else { continue }
      bytes += (line.item?.json.count ?? 0) + (line.images ?? []).reduce(0) { $0 + $1.fileSize }
    }
    // Every row that was read has a line.
    guard let end = reader.end, end.counts.rows == lines else { throw ImportError.notAPlan(path) }
    (self.outside, self.end) = (outside, end)
  }

  /// Throws if the changes are more than one request to a server can have. The size of images of the web is not known.
  func checkOneRequest() throws(CommandFailure) {
    let help: LocalizedPhrase = "Run it on the server's machine with '--store <file>', or without '--atomic'"
    guard changes <= BatchLimits.atomic else {
      throw CommandFailure(
        "'--atomic' changes at most \(BatchLimits.atomic) items at a server, and the plan has \(grouped: changes)",
        .usage, help: help)
    }
    // The form has the password and the mark of all or nothing too, and a header for each part.
    let parts = changes + images + 2
    guard parts <= MultipartForm.partLimit, bytes + parts * 512 <= BatchLimits.atomicBytes else {
      throw CommandFailure(
        "'--atomic' at a server is one request, and the images are too much for one", .usage, help: help)
    }
  }
}
