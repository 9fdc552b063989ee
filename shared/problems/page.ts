import { count } from "../numbers.ts";
import { credits, type Words } from "./words.ts";

// What the page says by itself too, without the schemas of all the others.

export const signedOut: Words = {
  title: "Open Winnow's address once more",
  detail:
    "An address of Winnow opens once, in one browser, and not for ever. Your lists and cleanings are safe, and what is under way goes on.",
  action:
    "Go to the window in which Winnow was started, press Enter there, and open the new address that it prints.",
};

export const internal: Words = {
  title: "Winnow has made a mistake",
  detail:
    "Something happened that should not. What is stored is safe; nothing is repeated that costs credits.",
  action: "Try again; if it stays so, send us the diagnostics from Settings.",
};

/** `shown`: the credits that were agreed to; `now`: those that it would cost. */
export function priceChanged(v: { readonly shown: number; readonly now: number }): Words {
  return {
    title: "The price has changed",
    detail: `You agreed to ${credits(v.shown)} and it would now be ${count(v.now)}. Nothing of that was started, and nothing was charged for it.`,
    action: "Look at the new price and agree to it.",
  };
}
