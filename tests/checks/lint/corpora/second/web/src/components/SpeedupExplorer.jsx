import { useMemo, useState } from "react";

// Slider playground for draft-and-verify decoding.
export default function SpeedupExplorer() {
  const [alpha, setAlpha] = useState(0.7); // per-token acceptance probability
  const [gamma, setGamma] = useState(5);
  const [cost, setCost] = useState(0.1);

  const tokensPerStep = useMemo(() => 1 + alpha * gamma, [alpha, gamma]);
  const roundCost = 1 + gamma * cost;
  const speedup = tokensPerStep / roundCost;
  const exact = alpha === 1 ? gamma + 1 : (1 - Math.pow(alpha, gamma + 1)) / (1 - alpha);

  return (
    <section className="explorer">
      <label>
        α = {alpha.toFixed(2)}
        <input type="range" min={0} max={0.99} step={0.01} value={alpha} onChange={(e) => setAlpha(+e.target.value)} />
      </label>
      <label>
        γ = {gamma}
        <input type="range" min={1} max={12} value={gamma} onChange={(e) => setGamma(+e.target.value)} />
      </label>
      <label>
        c = {cost}
        <input type="range" min={0} max={0.5} step={0.01} value={cost} onChange={(e) => setCost(+e.target.value)} />
      </label>
      <p>{`Tokens per target step: ${tokensPerStep.toFixed(2)}, speedup ${speedup.toFixed(2)}x`}</p>
      <p>Exact value: {exact.toFixed(2)}</p>
      <div style={{ opacity: 1 - alpha * 0.5, width: `${(1 + gamma * cost) * 20}%` }} />
    </section>
  );
}
