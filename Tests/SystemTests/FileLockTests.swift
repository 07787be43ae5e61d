import Foundation
import SystemSupport
import TestSupport
import Testing

struct FileLockTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func lock(_ timeout: Duration = patience) -> FileLock {
    FileLock(path: folder.path("file"), timeout: timeout)
  }

  @Test func `one process after the other holds the lock`() async throws {
    let lock = lock()
    let count = Locked(0)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 1...20 {
        group.addTask {
          try await onThread {
            try lock.withLock { isGranted in
              #expect(isGranted)
              let before = count.value
              Thread.sleep(forTimeInterval: 0.001)
              count.withLock { $0 = before + 1 }
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(count.value == 20)
  }

  @Test func `after the timeout the work runs without the lock`() throws {
    try lock().withLock { _ in
      let start = ContinuousClock.now
      let isGranted = try lock(.milliseconds(50)).withLock { $0 }
      #expect(!isGranted)
      #expect(ContinuousClock.now - start >= .milliseconds(50))
    }
    let isGrantedAfterwards = try lock().withLock { $0 }
    #expect(isGrantedAfterwards)
  }

  @Test func `a waiting process locks the file that has replaced the one it opened`() async throws {
    let path = folder.path("file")
    let isHeld = Gate()
    async let holder: Void = onThread {
      try FileLock(path: path, timeout: patience).withLock { _ in
        isHeld.open()
        Thread.sleep(forTimeInterval: 0.1)
        try WholeFile(path: path).write(Data("new".utf8), replaces: true, waitsForDisk: false)
      }
    }
    try await isHeld.wait()
    let contents = try await onThread {
      try FileLock(path: path, timeout: patience).withLock { isGranted in
        #expect(isGranted)
        // Another lock of the same name is not granted: this one is of the present file.
        let isGrantedAgain = try FileLock(path: path, timeout: .zero).withLock { $0 }
        #expect(!isGrantedAgain)
        return FileManager.default.contents(atPath: path)
      }
    }
    try await holder
    #expect(contents == Data("new".utf8))
  }

  @Test func `a file in a folder that does not exist is an error`() {
    #expect(throws: POSIXError(.ENOENT)) {
      try FileLock(path: folder.path("none/file"), timeout: .zero).withLock { _ in }
    }
  }

  @Test func `an error of the work is thrown, and the lock is released`() throws {
    struct Failure: Error {}
    let lock = lock()
    #expect(throws: Failure.self) { try lock.withLock { _ in throw Failure() } }
    let isGranted = try self.lock(.zero).withLock { $0 }
    #expect(isGranted)
  }

  @Test func `a folder that exists can be locked`() throws {
    let lock = FileLock(path: folder.path("") + "/", timeout: .milliseconds(20))
    try lock.withLock { isGranted in
      #expect(isGranted)
      try lock.withLock { #expect(!$0) }
    }
    let missing = FileLock(path: folder.path("none") + "/", timeout: .zero)
    #expect(throws: POSIXError(.ENOENT)) { try missing.withLock { _ in } }
    #expect(try folder.names() == [])
  }
}
