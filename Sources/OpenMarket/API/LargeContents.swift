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
