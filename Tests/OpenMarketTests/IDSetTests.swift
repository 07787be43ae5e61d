import TestSupport
import Testing

@testable import OpenMarket

struct IDSetTests {
  @Test("Random sets have the ids that Swift's own sets have, near 0, far away and below 0")
  func random() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var chance = SeededChance(seed: seed)
    for _ in 0..<100 {
      func ids() -> [Int] {
        let bases = [0, 1_000, 1 << 40, .max - 50, -70]
        return (0..<Int.random(in: 0...80, using: &chance)).map { _ in
          (bases.randomElement(using: &chance) ?? 0) + Int.random(in: 0...50, using: &chance)
        }
      }
      let (first, second) = (ids(), ids())
      var (set, other, known) = (IDSet(), IDSet(), Set<Int>())
      for id in first {
        #expect(set.insert(id) == known.insert(id).inserted, "\(id), seed \(seed)")
      }
      for id in second { other.insert(id) }
      #expect(set.count == known.count, "seed \(seed)")
      var (common, rest) = (set, set)
      common.formIntersection(other)
      rest.subtract(other)
      #expect(common.count == known.intersection(second).count, "seed \(seed)")
      #expect(rest.count == known.subtracting(second).count, "seed \(seed)")
    }
  }

  @Test("A set has the ids on both sides of the last one with a place of its own")
  func edge() {
    let edge = 1 << 26
    var (set, other) = (IDSet(), IDSet())
    let areNew = [edge - 1, edge, edge + 64, edge - 1, edge].map { set.insert($0) }
    #expect(areNew == [true, true, true, false, false])
    for id in [edge - 1, edge + 64] { other.insert(id) }
    set.formIntersection(other)
    #expect(set.count == 2)
    #expect(set.scattered == 2)
    set.subtract(other)
    #expect(set.count == 0)
  }

  @Test("Ids of a store take no room of their own, and far larger ones a word for each 64")
  func scattered() {
    var set = IDSet()
    for id in 1...10_000 { set.insert(id) }
    #expect(set.scattered == 0)
    for id in 0..<128 { set.insert(1 << 40 + id) }
    #expect(set.scattered == 2)
    #expect(set.count == 10_128)
  }
}
