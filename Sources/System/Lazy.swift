/// What is found out once, when it is first asked for.
package final class Lazy<Value> {
  private var value: Value?
  private let find: () throws -> Value

  package init(_ find: @escaping () throws -> Value) {
    self.find = find
  }

  package func callAsFunction() throws -> Value {
    if let value { return value }
    let found = try find()
    value = found
    return found
  }
}
