export const faultWords = {
  windowTitle: "Winnow cannot be shown",
  screenTitle: "This screen cannot be shown",
  detail:
    "Winnow ran into an error while showing it. Your lists and results are safe, cleanings under way continue, and the error started and charged nothing.",
  action: "Try again, or go to Lists. If that does not help, send us the diagnostics from Settings.",
  toLists: "Go to Lists",
} as const;
