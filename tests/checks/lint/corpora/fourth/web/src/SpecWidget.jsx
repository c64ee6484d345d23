import { useState } from "react";

// alpha: acceptance probability per draft token, gamma: draft length
const tokens = (alpha, gamma) =>
  alpha === 1 ? gamma + 1 : (1 - alpha ** gamma) / (1 - alpha);

const accepted = (alpha, gamma) => (alpha * (1 - alpha ** gamma)) / (1 - alpha);

export default function SpecWidget() {
  const [alpha, setAlpha] = useState(0.8);
  const [gamma, setGamma] = useState(4);
  return (
    <section className="widget">
      <label>
        acceptance
        <input type="range" min="0" max="0.99" step="0.01" value={alpha} onChange={(e) => setAlpha(+e.target.value)} />
      </label>
      <label>
        draft length
        <input type="range" min="1" max="12" value={gamma} onChange={(e) => setGamma(+e.target.value)} />
      </label>
      <p>{`Expected tokens: ${(1 + alpha * gamma).toFixed(2)}`}</p>
      <p>Accepted drafts: {accepted(alpha, gamma).toFixed(2)}</p>
      <canvas style={{ opacity: 1 - alpha * 0.2 }} />
    </section>
  );
}
