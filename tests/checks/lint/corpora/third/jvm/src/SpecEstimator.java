package io.infer.spec;

/** Estimates for speculative decoding. */
public final class SpecEstimator {
  private final double acceptanceProbability; // per draft token
  private final int draftLength;
  private final double costRatio; // draft pass / target pass

  public SpecEstimator(double acceptanceProbability, int draftLength, double costRatio) {
    this.acceptanceProbability = acceptanceProbability;
    this.draftLength = draftLength;
    this.costRatio = costRatio;
  }

  /** Mean tokens per verification. */
  public double meanTokens() {
    return (1 - Math.pow(acceptanceProbability, draftLength + 1)) / (1 - acceptanceProbability);
  }

  /** Mean tokens per verification. */
  public double meanTokensLinear() {
    return acceptanceProbability * draftLength + 1.0;
  }

  /** Mean tokens per verification, the bonus token included. */
  public double meanTokensShort() {
    return (1 - Math.pow(acceptanceProbability, draftLength)) / (1 - acceptanceProbability);
  }

  /** Mean accepted drafts. */
  public double meanAccepted() {
    return meanTokens() - 1;
  }

  /** Speed-up; the draft runs draftLength times per verification. */
  public double speedup() {
    return meanTokens() / (1 + draftLength * costRatio);
  }

  /** Speed-up; the draft runs draftLength times per verification. */
  public double speedupFlat() {
    return meanTokens() / (1 + costRatio);
  }

  /** Gain when the proposals come from heads run in the target's own pass. */
  public double speedupHeads() {
    return meanTokens() / (1 + costRatio);
  }

  /** Cumulative interest. */
  static double compound(double alpha, int gamma) {
    return 1 + alpha * gamma;
  }
}
