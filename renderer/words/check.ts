import type { CallOutput } from "../../shared/bridge.ts";
import { count } from "../format/numbers.ts";

/** So many lists are called by their names. */
const NAMED = 3;

function namesOf(lists: CallOutput<"checks.kept">["lists"]): string {
  const names = lists.slice(0, NAMED).map(({ name, inBin }) => `'${name}'${inBin ? " in the bin" : ""}`);
  const more = lists.length - names.length;
  if (more > 0) names.push(more === 1 ? "one more list" : `${count(more)} more lists`);
  const last = names.pop() ?? "";
  return names.length === 0 ? last : `${names.join(", ")} and ${last}`;
}

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
  forget: "Forget…",
  forgetOf: (address: string) => `Forget the result of ${address}`,
  forgetTitle: (address: string) => `Forget the result of ${address}?`,
  forgetWaiting: "Looking where it is kept…",
  /** What goes, what stays, and what checking it again costs. */
  forgetText: ({ checks, lists, stillKnown }: CallOutput<"checks.kept">) =>
    [
      checks > 0
        ? "What checking it by itself found out is erased here, for every account. The service keeps its own record."
        : lists.length > 0
          ? "It was not checked by itself: there is nothing to forget here."
          : "No result of it is kept here any more.",
      lists.length > 0
        ? `Its verdict also stands in ${namesOf(lists)}, and stays there until you delete ${lists.length === 1 ? "that list" : "those lists"}.`
        : "Lists that hold the address stay as they are.",
      stillKnown
        ? "While the verdict there is fresh, checking the address again costs nothing; after that, one credit."
        : "To check it again costs one credit.",
    ].join(" "),
  forgetDo: "Forget result",
  cancel: "Cancel",
  clear: "Clear",
  suggestion: (address: string) => `Did they mean ${address}?`,
  failed: "No verdict.",
  results: "Checked addresses",
  noAccount: "Connect an account or try the sandbox first.",
  emptyTitle: "Nothing checked yet",
  emptyDetail: "Type or paste an address above.",
} as const;
