import { useMemo, useState } from "react";

type Props = { initialAlpha?: number; initialGamma?: number };

/** Expected tokens from one verification; `a` is the per-token acceptance probability. */
export function expectedTokens(a: number, g: number): number {
  if (a >= 1) return g + 1;
  return (1 - Math.pow(a, g + 1)) / (1 - a);
}

/** Accepted drafts only. */
export const acceptedDrafts = (a: number, g: number) => (a * (1 - a ** g)) / (1 - a);

/** Tokens per verification, where `a` is the per-token acceptance probability. */
export const tokensQuick = (a: number, g: number) => 1 + g * a;

/** Speedup when the draft model runs g times before each verification; c = draft pass / target pass. */
export const speedupOf = (a: number, g: number, c: number) => expectedTokens(a, g) / (1 + c);

export function DraftExplorer({ initialAlpha = 0.7, initialGamma = 4 }: Props) {
  const [alpha, setAlpha] = useState(initialAlpha);
  const [gamma, setGamma] = useState(initialGamma);
  const [cost, setCost] = useState(0.05);
  const tokens = useMemo(() => expectedTokens(alpha, gamma), [alpha, gamma]);
  const speedup = tokens / (1 + gamma * cost);
  const bars = Array.from({ length: gamma + 1 }, (_, i) => alpha ** i);
  const total = bars.reduce((s, b) => s + b, 0);
  return (
    <div style={{ opacity: 0.4 + 0.6 * alpha }}>
      <label>
        Acceptance probability per token {alpha.toFixed(2)}
        <input type="range" min={0} max={0.99} step={0.01} value={alpha} onChange={(e) => setAlpha(+e.target.value)} />
      </label>
      <input type="range" min={1} max={12} value={gamma} onChange={(e) => setGamma(+e.target.value)} />
      <input type="range" min={0} max={0.5} step={0.01} value={cost} onChange={(e) => setCost(+e.target.value)} />
      <svg width={320} height={120}>
        {bars.map((b, i) => (
          <rect key={i} x={10 + i * 24} y={110 - 100 * b} width={20} height={100 * b} fillOpacity={0.3 + alpha / 2} />
        ))}
      </svg>
      <p>
        {tokens.toFixed(2)} tokens, {speedup.toFixed(2)}× — sum of bars {total.toFixed(2)}
      </p>
      <p>{`All ${gamma} survive with probability ${(alpha ** gamma).toFixed(3)}`}</p>
      <p>{`Tokens per verification: ${(1 + alpha * gamma).toFixed(1)}`}</p>
    </div>
  );
}
