import { expect, it } from "vitest";
import { undoInText } from "../../../../renderer/stores/text-undo.ts";

/** A document whose focused element is of this kind; null: nothing is focused. */
function focusedOn(kind: "field" | "button" | null) {
  const done: string[] = [];
  const activeElement = kind === null ? null : ({ matches: () => kind === "field" } as unknown as Element);
  const page = { activeElement, execCommand: (command: string) => done.push(command) > 0 };
  return { page, done };
}

it("undo reverts typing in a text field before anything else", () => {
  const { page, done } = focusedOn("field");
  expect(undoInText("undo", page)).toBe(true);
  expect(undoInText("redo", page)).toBe(true);
  expect(done).toEqual(["undo", "redo"]);
});

it.each(["button", null] as const)(
  "undo is left to the screen when no text field is being typed in: %s",
  (kind) => {
    const { page, done } = focusedOn(kind);
    expect(undoInText("undo", page)).toBe(false);
    expect(done).toEqual([]);
  },
);
