export const faultWords = {
  windowTitle: "Winnow cannot be shown",
  screenTitle: "This screen cannot be shown",
  detail:
    "Winnow made a mistake while drawing it. Your lists and results are safe, what is under way goes on, and nothing was started or charged by it.",
  action: "Try again, or go to Lists. If it stays so, send us the diagnostics from Settings.",
  toLists: "Go to Lists",
} as const;
