import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { words as desktopWords } from "../../../../electron/desktop/words.ts";
import { root } from "../../../support/winnow.ts";

const folder = join(root, "renderer/words");
const PLURAL_AFTER_ONE =
  /(?<![\d.,] ?)\b1 (?:(?:different|distinct|more) )?(?:rows|credits|addresses|domains|lists|files|parts|cells|entries|uploads|columns|days)\b/;

/** Keys of texts that always refer to several things or to a share. */
const PLURAL_ONLY_KEYS = ["many", "several", "parts", "columnShare"];

/** Yields every text that `words` produces if all numbers are 1. */
function* textsOf(words: unknown): Generator<string> {
  if (typeof words === "string") yield words;
  else if (typeof words === "function") {
    try {
      yield* textsOf(words(1, 1, 1, 1));
    } catch {
      // The function takes arguments other than numbers.
    }
  } else if (typeof words === "object" && words !== null) {
    for (const [name, one] of Object.entries(words))
      if (!PLURAL_ONLY_KEYS.includes(name)) yield* textsOf(one);
  }
}

test.each(readdirSync(folder))("the words in %s use the singular for one", async (file) => {
  const texts = [...textsOf(await import(pathToFileURL(join(folder, file)).href))];
  expect(texts.filter((text) => PLURAL_AFTER_ONE.test(text))).toEqual([]);
});

test("the desktop's words use the singular for one", () => {
  expect([...textsOf(desktopWords)].filter((text) => PLURAL_AFTER_ONE.test(text))).toEqual([]);
});
