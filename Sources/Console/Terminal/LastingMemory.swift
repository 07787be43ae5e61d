/// Memory for a signal handler: made before the handler is, never freed, and known by its address, since a handler
/// can be handed nothing and may wait for no lock.
struct LastingMemory<Value>: Sendable {
  private let address: UInt

  init(_ value: Value, count: Int = 1) {
    let memory = UnsafeMutablePointer<Value>.allocate(capacity: count)
    memory.initialize(repeating: value, count: count)
    address = UInt(bitPattern: memory)
  }

  /// Never nil: nothing lies at address 0.
  var pointer: UnsafeMutablePointer<Value>? { UnsafeMutablePointer(bitPattern: address) }
}
