import CSystem
import Foundation

/// How many files and sockets the process may have open (getrlimit(2), RLIMIT_NOFILE).
package enum DescriptorLimit {
  /// Raises the limit as far as the process may, and returns what it is then.
  ///
  /// The usual limit of 1,024 is for programs that call select(2); the system's own upper limit allows more.
  package static func raise() -> Int {
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return 1_024 }
    #if canImport(Darwin)
      // The kernel's limit for a process, which an unlimited hard limit exceeds (sys/syslimits.h).
      let most = min(limit.rlim_max, rlim_t(OPEN_MAX))
    #else
      let most = limit.rlim_max
    #endif
    if limit.rlim_cur < most {
      var raised = limit
      raised.rlim_cur = most
      if setrlimit(resource, &raised) == 0 { limit = raised }
    }
    return Int(clamping: limit.rlim_cur)
  }

  #if canImport(Darwin)
    private static let resource = RLIMIT_NOFILE
  #else
    private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #endif
}

/// How the allocator of the process keeps memory (mallopt(3)); nothing where it is not glibc's.
package enum ProcessMemory {
  /// For a command: threads allocate from one arena, where each would get one of its own. It is over before they would wait for
  /// each other. Call it before there are several.
  package static func shareAmongThreads() { csystem_share_memory() }

  /// After much was freed: what is free goes back to the system.
  package static func returnFree() { csystem_return_free_memory() }

  /// For a server: large blocks go back to the system when they are freed.
  package static func returnLargeBlocks() { csystem_return_large_memory() }
}
