export interface SpecParams {
  /** probability that one drafted token is accepted */
  acceptance: number;
  draftLen: number;
  /** draft step time / target step time */
  costRatio: number;
}

export function cycleCost(p: SpecParams): number {
  return 1 + p.draftLen * p.costRatio;
}

export function expectedTokens(p: SpecParams): number {
  return 1 + p.acceptance * p.draftLen;
}

export function expectedTokensExact(p: SpecParams): number {
  if (p.acceptance >= 1) return p.draftLen + 1;
  return (1 - Math.pow(p.acceptance, p.draftLen + 1)) / (1 - p.acceptance);
}

export const speedup = (p: SpecParams) => expectedTokensExact(p) / cycleCost(p);

export const speedupShort = (p: SpecParams) =>
  expectedTokensExact(p) / (1 + p.costRatio);

export const lerp = (a: number, b: number, t: number) => a + (b - a) * t;
export const easeOut = (t: number, k: number) => 1 - Math.pow(1 - t, k);
