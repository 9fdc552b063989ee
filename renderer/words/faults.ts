/** What is said in the place of what could not be drawn. */
export const faultWords = {
  windowTitle: "Winnow cannot be shown",
  windowDetail:
    "Winnow made a mistake while drawing this page. Your lists and results are safe, what is under way goes on, and nothing was started or charged by it.",
  windowAction: "Try again, or go to Lists. If it stays so, start Winnow again.",
  viewTitle: "This screen cannot be shown",
  viewDetail:
    "Winnow made a mistake while drawing it. Your lists and results are safe, what is under way goes on, and nothing was started or charged by it.",
  viewAction: "Try again, or go to Lists. If it stays so, send us the diagnostics from Settings.",
  cardTitle: (name: string) => `'${name}' cannot be shown`,
  listDetail:
    "Winnow made a mistake while drawing this list. Your file is not touched, other lists go on, and nothing was started or charged by it.",
  listAction: "Try again, or close this list and choose its file again.",
  cleaningDetail:
    "Winnow made a mistake while drawing this cleaning. It goes on as before, and its results are safe.",
  cleaningAction: "Try again, or look at it in Lists.",
  rowDetail: "Winnow made a mistake while drawing this list. It is safe, and so are its results.",
  again: "Try again",
  closeList: "Close this list",
  hide: "Hide it from here",
  toLists: "Go to Lists",
} as const;
