import type { CallOutput } from "../../shared/bridge.ts";
import { count, counted } from "../../shared/numbers.ts";
import { type NamedList, namesOf } from "./common.ts";

export const checkWords = {
  title: "Check addresses",
  help: "One address, or a few dozen. Verdicts known from the account's service and still fresh are shown at once, free of charge; the others cost one credit each.",
  label: "Addresses to check",
  placeholder: "ann@acme.example",
  notUnderstood: (addresses: number, words: number) =>
    addresses === 0
      ? "This text contains no address."
      : `${counted(words, "word is", "words are")} not an address: ${words === 1 ? "it costs nothing and stays" : "they cost nothing and stay"} in the field.`,
  tooLong: "That is a lot of text. Clean it as a list instead: it is quicker, and shows the price first.",
  one: "Check",
  many: (n: number) => `Check ${count(n)} addresses`,
  tooMany: (most: number) =>
    `That is more than ${count(most)}. Clean it as a list instead: it is quicker, and shows the price first.`,
  asList: "Clean it as a list",
  waiting: (n: number) => `${count(n)} queued`,
  rate: (perMinute: number) => `The service allows ${count(perMinute)} a minute.`,
  left: (time: string) => `about ${time} left`,
  checking: "Checking…",
  again: "Check again for 1 credit",
  askAgain: "Ask again",
  anyway: "Verify anyway for 1 credit",
  forget: "Forget…",
  forgetOf: (address: string) => `Forget the result of ${address}`,
  forgetTitle: (address: string) => `Forget the result of ${address}?`,
  forgetWaiting: "Checking where it is stored…",
  forgetLooking: (looked: number, of: number) =>
    `Searching your lists for the address: ${count(looked)} of ${count(of)}…`,
  forgetUnread: (n: number) => `${counted(n, "list")} could not be searched: the address may be there, too.`,
  /** `others`: lists that contain the address without a verdict. */
  forgetText: (
    { checks, lists, stillKnown }: CallOutput<"checks.kept">,
    others: readonly NamedList[] | null,
  ) =>
    [
      checks > 0
        ? "The results of its individual checks are erased here, for every account. The service keeps its own record."
        : lists.length > 0
          ? "It was never checked individually, so there is nothing to forget here."
          : "No verdict for it is stored here.",
      lists.length > 0
        ? `Its verdict is also in ${namesOf(lists)}, and stays there until you delete ${lists.length === 1 ? "that list" : "those lists"}.`
        : "",
      others === null || others.length === 0
        ? ""
        : `It is ${lists.length > 0 ? "also " : ""}in ${namesOf(others)}, with everything known about it there, and stays there until you delete ${others.length === 1 ? "that list" : "those lists"}.`,
      others?.length === 0 && lists.length === 0 ? "No list stored here contains it." : "",
      stillKnown
        ? "While the verdict there is fresh, checking the address again costs nothing; after that, one credit."
        : "Checking it again costs one credit.",
    ]
      .filter((sentence) => sentence !== "")
      .join(" "),
  forgetDo: "Forget result",
  clear: "Clear",
  suggestion: (address: string) => `Did they mean ${address}?`,
  failed: "No verdict.",
  results: "Checked addresses",
  noAccount: "Connect an account or try the sandbox first.",
  emptyTitle: "Nothing to show yet",
  emptyDetail: "Type or paste an address above.",
  earlier: "Earlier checks are kept: search for them under Lists.",
} as const;
