/** Credits that one `check` spends at most where nobody allows it more. */
export const USUAL_LIMIT = 20;
