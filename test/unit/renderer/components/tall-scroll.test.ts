import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  createTallScroll,
  offsetRows,
  orderedRows,
  recycledRows,
} from "../../../../renderer/components/useTallRows.ts";

const VIEWPORT = 600;
const ROW = 33;

/** Simulates a scroll element that clamps its position to its height. */
function element(rows: number, highest?: number) {
  const tall = createTallScroll(highest);
  tall.resize({ content: rows * ROW, viewport: VIEWPORT });
  const most = () => Math.max(0, tall.height - VIEWPORT);
  let top = 0;
  return {
    tall,
    most,
    contentEnd: Math.max(0, rows * ROW - VIEWPORT),
    /** Scrolls by wheel and returns how far the content moved, in px. */
    wheel(by: number): number {
      const before = tall.offset;
      top = Math.min(most(), Math.max(0, top + by));
      tall.scrolled(top);
      top = tall.place;
      return tall.offset - before;
    },
    /** Drags the scrollbar to a fraction of its range, 0 to 1. */
    drag(share: number): void {
      top = most() * share;
      tall.scrolled(top);
      top = tall.place;
    },
    goTo(offset: number): void {
      tall.goTo(offset);
      top = tall.place;
    },
  };
}

const within = (tall: ReturnType<typeof createTallScroll>, contentEnd: number, most: number) => {
  expect(tall.offset).toBeGreaterThanOrEqual(0);
  expect(tall.offset).toBeLessThanOrEqual(contentEnd);
  expect(tall.place).toBeGreaterThanOrEqual(0);
  expect(tall.place).toBeLessThanOrEqual(most + 1e-6);
};

describe("scrolling through more rows than a browser can lay out", () => {
  it.each([1_000_000, 100_000_000])("reaches both ends and every part of %i rows", (rows) => {
    const { tall, drag, contentEnd, most, goTo } = element(rows);
    expect(tall.height).toBeLessThanOrEqual(17_000_000);
    drag(1);
    expect([tall.offset, tall.place]).toEqual([contentEnd, most()]);
    drag(0.5);
    expect(tall.offset / contentEnd).toBeCloseTo(0.5);
    drag(0);
    expect(tall.offset).toBe(0);
    for (const row of [0, 1, 77_777, rows / 2 + 1, rows - 100]) {
      goTo(row * ROW);
      expect(tall.offset).toBe(row * ROW);
    }
    goTo(rows * ROW);
    expect([tall.offset, tall.place]).toEqual([contentEnd, most()]);
  });

  it("stays within both ends and follows the wheel exactly if the rows fit the browser's maximum height", () => {
    const act = fc.oneof(
      { weight: 8, arbitrary: fc.record({ wheel: fc.integer({ min: -3000, max: 3000 }) }) },
      { weight: 1, arbitrary: fc.record({ drag: fc.double({ min: 0, max: 1, noNaN: true }) }) },
      { weight: 1, arbitrary: fc.record({ goTo: fc.double({ min: 0, max: 1, noNaN: true }) }) },
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3_000_000 }), fc.array(act, { maxLength: 60 }), (rows, acts) => {
        const { tall, wheel, drag, goTo, contentEnd, most } = element(rows);
        for (const one of acts) {
          if ("drag" in one) drag(one.drag);
          else if ("goTo" in one) goTo(one.goTo * contentEnd);
          else {
            const before = tall.offset;
            const wanted = Math.min(contentEnd, Math.max(0, before + one.wheel)) - before;
            const moved = wheel(one.wheel);
            // Allows for rounding of less than a pixel.
            if (rows * ROW <= 17_000_000) expect(Math.abs(moved - wanted)).toBeLessThanOrEqual(1 + 1e-6);
          }
          within(tall, contentEnd, most());
        }
      }),
    );
  });
});

describe("the visible rows", () => {
  it("are placed at their own offset, whichever row is first", () => {
    fc.assert(
      fc.property(fc.nat(5_000_000), fc.nat(60), fc.nat(1_000_000), (first, offset, shift) => {
        const { down, top } = offsetRows(first, ROW, shift);
        expect(down + top(first + offset)).toBe((first + offset) * ROW - shift);
      }),
    );
  });
});

describe("the rendered rows", () => {
  const ELEMENTS = 31;

  it("reuse the elements of rows that scrolled out of view without moving any element", () => {
    let drawn = orderedRows(92, 122, ELEMENTS);
    for (const top of [127, 154, 181, 40]) {
      const before = drawn;
      drawn = recycledRows(before, top, top + 15, ELEMENTS);
      expect(drawn.map(({ key }) => key)).toEqual(before.map(({ key }) => key));
      const indexes = drawn.map(({ index }) => index);
      for (let index = top; index <= top + 15; index++) expect(indexes).toContain(index);
      expect(new Set(indexes).size).toBe(ELEMENTS);
    }
  });
});
