import Foundation

struct DraftMetrics {
    var draftedTokens = 0
    var acceptedTokens = 0
    var targetPasses = 0

    var acceptanceRate: Double {
        draftedTokens > 0 ? Double(acceptedTokens) / Double(draftedTokens) : 0
    }

    var emittedPerPass: Double {
        targetPasses > 0 ? 1 + Double(acceptedTokens) / Double(targetPasses) : 1
    }

    func emittedPerPass(draftLength k: Int) -> Double {
        1 + Double(k) * acceptanceRate
    }

    func predictedEmitted(draftLength k: Int) -> Double {
        (1 - pow(acceptanceRate, Double(k + 1))) / (1 - acceptanceRate)
    }
}

/// Speculative decoding: `p` is the probability that one draft token survives verification.
func tokensPerPass(p: Double, draftLength k: Int) -> Double {
    1 + p * Double(k)
}

func fadeIn(alpha: Double, steps k: Int) -> Double {
    1 - pow(alpha, Double(k))
}

/// Tokens per target pass, the target's own token included. `p` is the chance that one draft token is accepted.
func emitted(p: Double, draftLength k: Int) -> Double {
    p * (1 - pow(p, Double(k))) / (1 - p)
}
