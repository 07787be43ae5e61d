import Foundation
import SystemSupport

/// The contents of a large response, in memory that goes back to the system when the response is gone.
///
/// It is mapped for the longest contents and used as far as it is written, so that growing copies nothing, and
/// nothing stays behind in an allocator.
final class LargeContents {
  private let memory: UnsafeMutableRawPointer
  /// As much as is reserved.
  private let capacity: Int
  private let reservation: MemoryBudget.Reservation
  private var count = 0
  private var isFinished = false

  /// - Parameter reservation: The reservation of the most bytes; held until the contents are released.
  init(_ reservation: MemoryBudget.Reservation) throws(OverloadError) {
    let capacity = reservation.count
    let memory = mmap(
      nil, capacity, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
    guard let memory, memory != MAP_FAILED else { throw OverloadError() }
    self.memory = memory
    self.capacity = capacity
    self.reservation = reservation
  }

  deinit {
    if !isFinished { munmap(memory, capacity) }
  }

  /// Throws `LargerThanReserved` where the bytes do not fit.
  func append(_ bytes: some Collection<UInt8>) throws(LargerThanReserved) {
    guard bytes.count <= capacity - count else { throw LargerThanReserved() }
    UnsafeMutableRawBufferPointer(start: memory + count, count: bytes.count).copyBytes(from: bytes)
    count += bytes.count
  }

  /// All that was appended. The reservation becomes as large as that, and is held until the last copy is gone.
  func finish() -> Data {
    isFinished = true
    reservation.resize(to: count)
    let (capacity, reservation) = (capacity, reservation)
    return Data(
      bytesNoCopy: memory, count: count,
      deallocator: .custom { memory, _ in
        munmap(memory, capacity)
        reservation.release()
      })
  }
}

/// The contents are larger than the memory that was reserved for them.
struct LargerThanReserved: Error {}

/// Contents whose length is not known before they are made. What is longer than a limit is counted and dropped: it is made
/// again where the memory for it is reserved.
final class MeasuredContents {
  enum Outcome: Sendable {
    case whole(Data)
    /// The length of contents that had no memory.
    case counted(Int)
  }

  private let limit: Int
  private var large: LargeContents?
  private var bytes = Data()
  private var count = 0

  /// - Parameter limit: The most bytes that are kept.
  init(limit: Int) {
    self.limit = limit
  }

  /// - Parameter reservation: Holds the memory of the contents.
  init(_ reservation: MemoryBudget.Reservation) throws(OverloadError) {
    limit = 0
    large = try LargeContents(reservation)
  }

  func append(_ piece: some Collection<UInt8>) {
    count += piece.count
    if let contents = large {
      do { try contents.append(piece) } catch { large = nil }
    } else if count <= limit {
      bytes.append(contentsOf: piece)
    } else {
      bytes = Data()
    }
  }

  func finish() -> Outcome {
    if let large { return .whole(large.finish()) }
    return count <= limit ? .whole(bytes) : .counted(count)
  }
}
