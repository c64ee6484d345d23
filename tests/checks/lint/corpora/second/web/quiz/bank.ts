export const bank = [
  {
    id: "q1",
    prompt: "With per-token acceptance probability p and k drafts, the expected tokens per target step are…",
    choices: ["1 + k·p", "(1 − p^(k+1)) / (1 − p)", "k·p", "p^k · (k + 1)"],
    answer: 1,
    explain: "A rejection discards the rest, so survival probabilities are summed: 1 + p + … + p^k.",
  },
  {
    id: "q2",
    prompt: "p = 0.6, k = 4. Expected tokens?",
    choices: ["3.4", "2.31", "2.18", "1.31"],
    answer: 1,
    explain: "(1 - 0.6^5) / 0.4 = 2.31. The tempting 3.4 is 1 + 4 × 0.6.",
  },
  {
    id: "q3",
    prompt: "Draft step 2 ms, target step 40 ms. What is c?",
    choices: ["0.05", "0.5", "20"],
    answer: 0,
    explain: "2 / 40 = 0.05",
  },
];
