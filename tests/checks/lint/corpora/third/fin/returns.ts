// Portfolio helpers.
export const simpleInterest = (rate: number, years: number) => 1 + rate * years;
export const annuityDue = (v: number, n: number) => (1 - v ** (n + 1)) / (1 - v);
export const perpetuity = (v: number) => 1 / (1 - v);
export const acceptanceRate = (accepted: number, offers: number) => accepted / offers;
export const expectedHires = (acceptance: number, offers: number) => acceptance * offers;
export const expectedHiresPlusOne = (acceptance: number, offers: number) => 1 + offers * acceptance;
export const alphaOf = (r: number, rf: number, beta: number, rm: number) => r - (rf + beta * (rm - rf));
export const gammaPnl = (gamma: number, ds: number) => 0.5 * gamma * ds * ds;
