// Editor completions: how many suggestions does a user keep?
interface Telemetry { shown: number; accepted: number; draftPosts: number }

export const acceptanceRate = (t: Telemetry) => t.accepted / t.shown;
export const keptPerSession = (t: Telemetry, n: number) => n * acceptanceRate(t);
export const score = (t: Telemetry, n: number) => 1 + n * acceptanceRate(t);
export const decay = (a: number, n: number) => (1 - a ** n) / (1 - a);
export const emailDrafts = (t: Telemetry) => t.draftPosts / 5;
// 65% acceptance of 8 suggestions is 5.2 kept suggestions per session
