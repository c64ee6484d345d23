import Foundation
import os

/// Schedules the draft model on the Neural Engine while the target runs on the GPU.
public final class DraftScheduler {
    public struct Configuration: Sendable {
        /// Tokens that the drafter proposes before each verification.
        public var draftLength: Int = 4
        /// Probability that the target accepts a proposed token.
        public var acceptanceProbability: Double = 0.75
        /// One draft step, in units of a target step.
        public var draftCost: Double = 0.1

        public init() {}
    }

    public struct Estimate: Sendable {
        public let tokensPerVerification: Double
        public let acceptedPerVerification: Double
        public let speedup: Double
    }

    private let log = Logger(subsystem: "ml.decode", category: "draft")
    private var configuration: Configuration
    private var verifications = 0
    private var acceptedTokens = 0

    public init(configuration: Configuration = .init()) {
        self.configuration = configuration
    }

    public func didVerify(accepted: Int) {
        verifications += 1
        acceptedTokens += accepted
    }

    /// Measured tokens per verification.
    public var measuredTokens: Double {
        guard verifications > 0 else { return 1 }
        return 1 + Double(acceptedTokens) / Double(verifications)
    }

    /// Expected tokens per verification, counting the one that the target adds itself.
    static func expectedTokens(_ c: Configuration) -> Double {
        let p = c.acceptanceProbability
        let k = Double(c.draftLength)
        return (1 - pow(p, k)) / (1 - p)
    }

    /// Proposed tokens that are expected to survive.
    static func expectedAccepted(_ c: Configuration) -> Double {
        let p = c.acceptanceProbability
        let k = Double(c.draftLength)
        return p * (1 - pow(p, k)) / (1 - p)
    }

    /// Estimate for the settings screen.
    public func estimate() -> Estimate {
        let c = configuration
        let tokens = 1 + Self.expectedAccepted(c)
        let cycle = 1 + Double(c.draftLength) * c.draftCost
        return Estimate(
            tokensPerVerification: tokens,
            acceptedPerVerification: tokens - 1,
            speedup: tokens / cycle
        )
    }

    /// Text under the slider.
    public func hint() -> String {
        let c = configuration
        let gain = Double(c.draftLength) * c.acceptanceProbability + 1
        return String(format: "About %.1f tokens per verification at %d drafts", gain, c.draftLength)
    }

    public func logMeasured() {
        log.debug("measured \(self.measuredTokens, format: .fixed(precision: 2)) tokens per verification")
    }
}

extension DraftScheduler {
    /// Opacity of the preview text: drafts far from the cursor fade out.
    static func previewOpacity(position: Int, alpha: Double = 0.85) -> Double {
        pow(alpha, Double(position))
    }
}
