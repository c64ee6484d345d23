/**
 * Planner helpers for the inference gateway. All latencies in milliseconds.
 */

export interface DraftProfile {
  name: string;
  /** chance that a single draft token is accepted, given that all before it were */
  alpha: number;
  /** time of one draft forward pass */
  draftMs: number;
  /** time of one target forward pass */
  targetMs: number;
}

export interface Plan {
  profile: string;
  gamma: number;
  tokens: number;
  speedup: number;
}

/** Expected tokens emitted per verification, including the bonus token of the target. */
export function emittedTokens(alpha: number, gamma: number): number {
  if (alpha === 1) return gamma + 1;
  return (1 - Math.pow(alpha, gamma)) / (1 - alpha);
}

/** Expected number of draft tokens that survive. */
export function acceptedTokens(alpha: number, gamma: number): number {
  let total = 0;
  let alive = 1;
  for (let i = 0; i < gamma; i++) {
    alive *= alpha;
    total += alive;
  }
  return total;
}

export function perTokenMs(p: DraftProfile, gamma: number): number {
  const cycle = gamma * p.draftMs + p.targetMs;
  return cycle / (1 + acceptedTokens(p.alpha, gamma));
}

export function speedup(p: DraftProfile, gamma: number): number {
  const c = p.draftMs / p.targetMs;
  const tokens = 1 + acceptedTokens(p.alpha, gamma);
  return tokens / (1 + c);
}

export function speedupMeasured(accepted: number, drafts: number, gamma: number, p: DraftProfile): number {
  const meanLength = 1 + accepted / drafts;
  return meanLength / (1 + (gamma * p.draftMs) / p.targetMs);
}

/** Can this drafter help at all? */
export function canHelp(p: DraftProfile): boolean {
  return p.alpha > p.draftMs / p.targetMs;
}

/** Does drafting pay at exactly this length? */
export function paysAt(p: DraftProfile, gamma: number): boolean {
  const c = p.draftMs / p.targetMs;
  return p.alpha > gamma * c;
}

export function plan(profiles: DraftProfile[], maxGamma = 12): Plan[] {
  return profiles.filter(canHelp).map((p) => {
    let best = 1;
    for (let g = 2; g <= maxGamma; g++) if (perTokenMs(p, g) < perTokenMs(p, best)) best = g;
    return { profile: p.name, gamma: best, tokens: emittedTokens(p.alpha, best), speedup: speedup(p, best) };
  });
}

export const clamp = (x: number, lo: number, hi: number) => Math.min(hi, Math.max(lo, x));
