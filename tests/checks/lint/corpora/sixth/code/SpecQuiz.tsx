import { useState } from "react";

type Option = { text: string; correct: boolean; feedback: string };
type Question = { id: string; prompt: string; options: Option[] };

const QUESTIONS: Question[] = [
  {
    id: "expected-tokens",
    prompt: "A drafter proposes γ = 5 tokens per verification; each is accepted with probability α = 0.7 once it is reached. How many tokens does a verification yield?",
    options: [
      {
        text: "1 + γα = 4.5",
        correct: false,
        feedback: "That treats the drafts as independent. One rejection discards every draft after it.",
      },
      {
        text: "(1 - α^(γ+1)) / (1 - α) ≈ 2.94",
        correct: true,
        feedback: "Right: the sum of α^i for i = 0 to γ, where i = 0 is the token that always comes.",
      },
      {
        text: "(1 - α^γ) / (1 - α) ≈ 2.77",
        correct: false,
        feedback: "Almost: this leaves out the bonus token.",
      },
    ],
  },
  {
    id: "dashboard",
    prompt: "The dashboard shows 1,000 drafted and 600 accepted tokens at γ = 5. How many tokens does a verification yield?",
    options: [
      {
        text: "1 + 5 × 0.6 = 4.0",
        correct: true,
        feedback: "Right: accepted / drafted times γ is accepted per verification, so the identity holds exactly.",
      },
      {
        text: "(1 - 0.6^6) / 0.4 = 2.38",
        correct: false,
        feedback: "0.6 is accepted over drafted, not the chance that a reached draft is accepted. Do not put it into the closed form.",
      },
    ],
  },
  {
    id: "break-even",
    prompt: "When does some draft length beat plain decoding?",
    options: [
      { text: "When α > 0.5", correct: false, feedback: "No: with c = 0.1 an α of 0.2 already pays at γ = 1." },
      { text: "When α > c", correct: true, feedback: "Right, c being the time of a draft step over that of a target step." },
      { text: "Always, since verification is parallel", correct: false, feedback: "No: the drafts cost γc target steps." },
    ],
  },
  {
    id: "order",
    prompt: "Which statement about sampling order is true?",
    options: [
      { text: "All engines apply temperature before top-p", correct: false, feedback: "Wrong: llama.cpp's default chain has temperature last." },
      { text: "vLLM applies temperature before top-p", correct: true, feedback: "Right, and Hugging Face does so as well." },
    ],
  },
];

export function score(answers: Record<string, number>): number {
  return QUESTIONS.filter((q) => q.options[answers[q.id]]?.correct).length;
}

export default function SpecQuiz({ onDone }: { onDone: (score: number) => void }) {
  const [index, setIndex] = useState(0);
  const [answers, setAnswers] = useState<Record<string, number>>({});
  const question = QUESTIONS[index];
  const chosen = answers[question.id];

  const next = () => {
    if (index + 1 < QUESTIONS.length) setIndex(index + 1);
    else onDone(score(answers));
  };

  return (
    <section aria-label="quiz">
      <p>{`Question ${index + 1} of ${QUESTIONS.length}`}</p>
      <h3>{question.prompt}</h3>
      <ul>
        {question.options.map((option, i) => (
          <li key={option.text}>
            <button disabled={chosen !== undefined} onClick={() => setAnswers({ ...answers, [question.id]: i })}>
              {option.text}
            </button>
            {chosen === i && <p className={option.correct ? "good" : "bad"}>{option.feedback}</p>}
          </li>
        ))}
      </ul>
      <button onClick={next} disabled={chosen === undefined}>Next</button>
    </section>
  );
}
