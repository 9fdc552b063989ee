import { count } from "../format/numbers.ts";

export const checkWords = {
  title: "Check addresses",
  help: "One address, or a few dozen. What is known and still fresh is answered at once and free of charge; the rest costs one credit each.",
  label: "Addresses to check",
  placeholder: "ann@acme.example",
  one: "Check",
  many: (n: number) => `Check ${count(n)} addresses`,
  tooMany: (most: number) =>
    `That is more than ${count(most)}. Clean it as a list instead: it is quicker, and shows the price first.`,
  asList: "Clean it as a list",
  waiting: (n: number) => `${count(n)} in line`,
  rate: (perMinute: number) => `The service allows ${count(perMinute)} a minute.`,
  left: (time: string) => `about ${time} left`,
  checking: "Checking…",
  inLine: "In line",
  again: "Check again for 1 credit",
  anyway: "Verify anyway for 1 credit",
  clear: "Clear",
  suggestion: (address: string) => `Did they mean ${address}?`,
  failed: "No verdict.",
  results: "Checked addresses",
  noAccount: "Connect an account or try the sandbox first.",
  emptyTitle: "Nothing checked yet",
  emptyDetail: "Type or paste an address above.",
} as const;
