/**
 * Client-side estimator behind the "What would speculation give me?" widget.
 */

export interface DraftSettings {
  /** probability that a draft token is accepted, given its predecessors were */
  acceptProb: number;
  /** draft tokens per round */
  draftLen: number;
  /** time of a draft step relative to a target step */
  draftCost: number;
}

export interface Estimate {
  tokensPerRound: number;
  roundCost: number;
  speedup: number;
}

const clamp01 = (x: number): number => Math.min(1, Math.max(0, x));

/**
 * Expected number of tokens per round.
 *
 * Computes (1 - p^k) / (1 - p), with the bonus token.
 */
export function tokensPerRound({ acceptProb, draftLen }: DraftSettings): number {
  const p = clamp01(acceptProb);
  if (p === 1) {
    return draftLen + 1;
  }
  return (1 - Math.pow(p, draftLen + 1)) / (1 - p);
}

/** Draft steps are sequential, so the round takes 1 + k * c target steps. */
export function roundCost({ draftLen, draftCost }: DraftSettings): number {
  return 1 + draftLen * draftCost;
}

export function estimate(settings: DraftSettings): Estimate {
  const tokens = tokensPerRound(settings);
  const cost = roundCost(settings);
  return { tokensPerRound: tokens, roundCost: cost, speedup: tokens / cost };
}

/**
 * What the server measured, as opposed to what the model predicts.
 */
export function measured(accepted: number, drafts: number): number {
  return drafts > 0 ? 1 + accepted / drafts : NaN;
}

export function describe(settings: DraftSettings): string {
  const e = estimate(settings);
  const pct = (settings.acceptProb * 100).toFixed(0);
  return `${pct}% per token, ${settings.draftLen} drafts: ${e.tokensPerRound.toFixed(2)} tokens, ${e.speedup.toFixed(2)}x`;
}

export function table(acceptProb: number, draftCost: number, maxLen = 10): Estimate[] {
  return Array.from({ length: maxLen }, (_, i) => estimate({ acceptProb, draftLen: i + 1, draftCost }));
}

export const PRESETS: Record<string, DraftSettings> = {
  chat: { acceptProb: 0.7, draftLen: 4, draftCost: 0.05 },
  code: { acceptProb: 0.85, draftLen: 6, draftCost: 0.05 },
  translate: { acceptProb: 0.75, draftLen: 4, draftCost: 0.08 },
};
