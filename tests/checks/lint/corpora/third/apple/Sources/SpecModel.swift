import Foundation

/// A model of speculative decoding on device.
struct SpecModel {
    /// Probability that a draft token is accepted, given that the ones before it were.
    var acceptance: Double
    /// Draft tokens per verification.
    var count: Int
    /// Draft step relative to a target step.
    var cost: Double

    /// Tokens per verification.
    var tokens: Double {
        guard acceptance < 1 else { return Double(count + 1) }
        return (1 - pow(acceptance, Double(count + 1))) / (1 - acceptance)
    }

    /// Tokens per verification.

    var speedup: Double { tokens / (1 + Double(count) * cost) }

    /// Energy per round in target passes.
    var passes: Double { 1 + Double(count) * cost }
}

extension SpecModel {
    static func opacity(_ alpha: Double, layers: Int) -> Double { 1 - pow(1 - alpha, Double(layers)) }
    static func spring(_ gamma: Double, _ t: Double) -> Double { exp(-gamma * t) }
}
