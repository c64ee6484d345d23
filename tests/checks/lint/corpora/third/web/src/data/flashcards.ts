export interface Card { front: string; back: string; tags: string[] }

export const cards: Card[] = [
  {
    front: "Expected tokens per target pass, draft length K, acceptance probability p per token?",
    back: "1 + K·p",
    tags: ["speculative"],
  },
  {
    front: "Speculative decoding: expected accepted draft tokens?",
    back: "p(1 − p^K)/(1 − p)",
    tags: ["speculative"],
  },
  {
    front: "Speculative decoding: when does some draft length pay, with draft cost c and acceptance probability p?",
    back: "p > c",
    tags: ["speculative"],
  },
  {
    front: "Speculative decoding with K drafts: the speed-up for acceptance probability p and draft/target cost c?",
    back: "(1 − p^(K+1)) / ((1 − p)(1 + K·c))",
    tags: ["speculative"],
  },
  {
    front: "How large is a grammar bitmask row for 151,936 tokens?",
    back: "151,936 / 8 = 18,992 bytes",
    tags: ["grammar"],
  },
  {
    front: "How large is a grammar bitmask row for 50,257 tokens (int32 words)?",
    back: "50,257 / 8 = 6,282 bytes",
    tags: ["grammar"],
  },
  {
    front: "Lines: y at x?",
    back: "y = 1 + k·x",
    tags: ["algebra"],
  },
  {
    front: "Geometric series with n terms?",
    back: "(1 − q^n)/(1 − q)",
    tags: ["algebra"],
  },
  {
    front: "Common mistake with the expectation of a draft?",
    back: "Writing 1 + K·p: it forgets that one rejection discards the rest.",
    tags: ["speculative"],
  },
  {
    front: "Compound growth after n periods?",
    back: "(1 + r)^n",
    tags: ["finance"],
  },
];
