import Foundation
import SystemSupport

/// The contents of a large response, in memory that goes back to the system when the response is gone.
///
/// It is mapped for the longest contents and used as far as it is written, so that growing copies nothing, and
/// nothing stays behind in an allocator.
final class LargeContents {
  private let memory: UnsafeMutableRawPointer
  private let capacity: Int
  private let reservation: MemoryBudget.Reservation
  private var count = 0
  private var isFinished = false

  /// - Parameters:
  ///   - capacity: The most bytes.
  ///   - reservation: Held until the contents are gone.
  init(capacity: Int, _ reservation: MemoryBudget.Reservation) throws(OverloadError) {
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

  func append(_ bytes: some Collection<UInt8>) throws(OverloadError) {
    guard bytes.count <= capacity - count else { throw OverloadError() }
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
