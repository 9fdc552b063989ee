import type { CallOutput } from "../../shared/bridge.ts";
import { count, counted } from "../../shared/numbers.ts";
import { type NamedList, namesOf } from "./common.ts";

export const checkWords = {
  title: "Check addresses",
  help: "One address, or a few dozen. What is known from the account's service and still fresh is answered at once and free of charge; the rest costs one credit each.",
  label: "Addresses to check",
  placeholder: "ann@acme.example",
  /** What a text holds beside its addresses. */
  notUnderstood: (addresses: number, words: number) =>
    addresses === 0
      ? "There is no address in it."
      : `${counted(words, "word is", "words are")} no address: ${words === 1 ? "it costs nothing and stays" : "they cost nothing and stay"} in the field.`,
  tooLong: "That is a lot of text. Clean it as a list instead: it is quicker, and shows the price first.",
  one: "Check",
  many: (n: number) => `Check ${count(n)} addresses`,
  tooMany: (most: number) =>
    `That is more than ${count(most)}. Clean it as a list instead: it is quicker, and shows the price first.`,
  asList: "Clean it as a list",
  waiting: (n: number) => `${count(n)} in line`,
  rate: (perMinute: number) => `The service allows ${count(perMinute)} a minute.`,
  left: (time: string) => `about ${time} left`,
  checking: "Checking…",
  again: "Check again for 1 credit",
  /** Of one whose answer Winnow did not live to give. */
  askAgain: "Ask again",
  anyway: "Verify anyway for 1 credit",
  forget: "Forget…",
  forgetOf: (address: string) => `Forget the result of ${address}`,
  forgetTitle: (address: string) => `Forget the result of ${address}?`,
  forgetWaiting: "Looking where it is kept…",
  forgetLooking: (looked: number, of: number) =>
    `Looking which lists hold the address: ${count(looked)} of ${count(of)}…`,
  forgetUnread: (n: number) =>
    `${counted(n, "list")} could not be looked into: the address may stand there, too.`,
  /** What goes, what stays, and what checking it again costs; `others`: lists that hold it without a verdict of its own. */
  forgetText: (
    { checks, lists, stillKnown }: CallOutput<"checks.kept">,
    others: readonly NamedList[] | null,
  ) =>
    [
      checks > 0
        ? "What checking it by itself found out is erased here, for every account. The service keeps its own record."
        : lists.length > 0
          ? "It was not checked by itself: there is nothing to forget here."
          : "No verdict of its own is kept here.",
      lists.length > 0
        ? `Its verdict also stands in ${namesOf(lists)}, and stays there until you delete ${lists.length === 1 ? "that list" : "those lists"}.`
        : "",
      others === null || others.length === 0
        ? ""
        : `It ${lists.length > 0 ? "also " : ""}stands in ${namesOf(others)}, with what is said of it there, and stays there until you delete ${others.length === 1 ? "that list" : "those lists"}.`,
      others?.length === 0 && lists.length === 0 ? "No list that is kept holds it." : "",
      stillKnown
        ? "While the verdict there is fresh, checking the address again costs nothing; after that, one credit."
        : "To check it again costs one credit.",
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
  earlier: "What was checked earlier is kept: search for it under Lists.",
} as const;
