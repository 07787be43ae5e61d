import CSystem

/// How the allocator of the process keeps memory (mallopt(3)); nothing where it is not glibc's.
package enum ProcessMemory {
  /// For a command: threads allocate from one arena, where each would get one of its own. It is over before they would wait for
  /// each other. Call it before there are several.
  package static func shareAmongThreads() { csystem_share_memory() }

  /// For a server: large blocks go back to the system when they are freed.
  package static func returnLargeBlocks() { csystem_return_large_memory() }
}
