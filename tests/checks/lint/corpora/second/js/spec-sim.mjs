// node spec-sim.mjs --p 0.8 --k 5
const args = Object.fromEntries(process.argv.slice(2).map((s, i, a) => [s, a[i + 1]]));
const p = Number(args["--p"] ?? 0.8); // acceptance probability of a single draft token
const k = Number(args["--k"] ?? 5); // speculative tokens

function simulate(rounds = 1e5) {
  let emitted = 0;
  for (let r = 0; r < rounds; r++) {
    let n = 0;
    while (n < k && Math.random() < p) n++;
    emitted += n + 1;
  }
  return emitted / rounds;
}

const theory = (1 - p ** (k + 1)) / (1 - p);
const mean = k * p + 1;
const infinite = 1 / (1 - p);
console.log({ simulated: simulate(), theory, mean, infinite });
console.log(`expected tokens per verify step: ${(1 + k * p).toFixed(2)}`);
