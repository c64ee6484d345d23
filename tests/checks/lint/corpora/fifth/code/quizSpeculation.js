// Question bank for the "Inference systems" deck. One entry per card.

export const deck = {
  id: "speculation",
  title: "Speculative decoding",
  version: 12,
};

export const questions = [
  {
    id: "tokens-per-pass",
    prompt: "Five drafted tokens, each accepted with probability 0.7. How many tokens per target pass?",
    options: [
      {
        text: "4.5, from 1 + 5 × 0.7",
        correct: false,
        feedback: "Tempting, but one rejection discards every draft after it.",
      },
      { text: "3.5", correct: false, feedback: "Drafts do not survive on their own, and the bonus token is missing." },
      { text: "2.94", correct: true, feedback: "(1 − 0.7^6) / 0.3 = 2.94, bonus token included." },
    ],
  },
  {
    id: "ratio",
    prompt: "A dashboard divides accepted by drafted tokens and shows 0.39 at γ = 5. What is α?",
    options: [
      { text: "0.39", correct: false, feedback: "The ratio is not the acceptance probability: late positions rarely get a chance." },
      { text: "About 0.7", correct: true, feedback: "E − 1 = 1.94 accepted of 5 drafted is 0.39." },
    ],
  },
  {
    id: "cost",
    prompt: "c = 0.154, γ = 5, α = 0.7. What is the speed-up?",
    options: [
      { text: "2.94×", correct: false, feedback: "Drafting is not free: five draft steps cost 5 × 0.154 = 0.77 of a target step." },
      { text: "2.55×", correct: false, feedback: "2.94 / 1.154 pays for one draft step only." },
      { text: "1.66×", correct: true, feedback: "2.94 / (1 + 5 × 0.154) = 1.66." },
    ],
  },
  {
    id: "break-even",
    prompt: "When does some draft length beat plain decoding?",
    options: [
      { text: "α > c", correct: true, feedback: "Already the first draft token pays." },
      { text: "α > 0.5", correct: false, feedback: "There is no fixed threshold." },
    ],
  },
];

export function shuffle(list, rng = Math.random) {
  const copy = list.slice();
  for (let i = copy.length - 1; i > 0; i--) {
    const j = Math.floor(rng() * (i + 1));
    [copy[i], copy[j]] = [copy[j], copy[i]];
  }
  return copy;
}

export function score(answers) {
  const right = answers.filter((a) => a.correct).length;
  return { right, total: answers.length, rate: answers.length ? right / answers.length : 0 };
}
