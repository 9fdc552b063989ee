import { describe, expect, it } from "vitest";
import { createAimKeeper } from "../../../../renderer/frame/aim.ts";

/** A page of buttons, each 100 × 30 pixels, that a test may move about. */
function page(buttons: Record<string, [x: number, y: number]>) {
  const at = (x: number, y: number) =>
    Object.entries(buttons).find(
      ([, [left, top]]) => x >= left && x < left + 100 && y >= top && y < top + 30,
    )?.[0] ?? null;
  return { buttons, keeper: createAimKeeper(at) };
}

describe("a click on what costs or deletes", () => {
  it("counts where the pointer went to it, by steps however small", () => {
    const { keeper } = page({ start: [100, 100] });
    for (let x = 80; x < 130; x++) keeper.moved(x, 110);
    expect(keeper.isMeant(129, 110)).toBe(true);
  });

  it("does not count where another button took the place of the one that was clicked, though the hand trembles", () => {
    const { buttons, keeper } = page({ upper: [100, 100], lower: [100, 300] });
    keeper.moved(120, 110);
    expect(keeper.isMeant(120, 110)).toBe(true);
    delete buttons.upper;
    keeper.moved(122, 111);
    buttons.lower = [100, 100];
    keeper.moved(121, 112);
    keeper.moved(124, 108);
    expect(keeper.isMeant(124, 108)).toBe(false);
    keeper.moved(160, 110);
    expect(keeper.isMeant(160, 110)).toBe(true);
  });

  it("does not count where a button came to a place that was empty, until the pointer goes away and comes back", () => {
    const { buttons, keeper } = page({});
    keeper.moved(120, 110);
    buttons.late = [100, 100];
    expect(keeper.isMeant(120, 110)).toBe(false);
    keeper.moved(120, 90);
    keeper.moved(120, 110);
    expect(keeper.isMeant(120, 110)).toBe(true);
  });

  it("does not count where the same button asks for another price", () => {
    const { buttons, keeper } = page({ "start 30": [100, 100] });
    keeper.moved(120, 110);
    delete buttons["start 30"];
    buttons["start 900"] = [100, 100];
    expect(keeper.isMeant(120, 110)).toBe(false);
  });
});
