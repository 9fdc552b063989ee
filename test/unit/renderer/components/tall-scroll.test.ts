import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createTallScroll, type TallScroll } from "../../../../renderer/components/rows/tall-scroll.ts";

const VIEWPORT = 600;
const ROW = 33;

/** An element of a browser: it keeps within its own height, and goes where it is put. */
function element(rows: number, highest?: number) {
  const tall = createTallScroll(highest);
  tall.resize({ content: rows * ROW, viewport: VIEWPORT });
  const most = () => Math.max(0, tall.height - VIEWPORT);
  let top = 0;
  return {
    tall,
    most,
    contentEnd: Math.max(0, rows * ROW - VIEWPORT),
    /** By the wheel: answers by how much the content moved. */
    wheel(by: number): number {
      const before = tall.offset;
      top = Math.min(most(), Math.max(0, top + by));
      tall.scrolled(top);
      top = tall.place;
      return tall.offset - before;
    },
    /** By the scrollbar, to a share of its way. */
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

const within = (tall: TallScroll, contentEnd: number, most: number) => {
  expect(tall.offset).toBeGreaterThanOrEqual(0);
  expect(tall.offset).toBeLessThanOrEqual(contentEnd);
  expect(tall.place).toBeGreaterThanOrEqual(0);
  expect(tall.place).toBeLessThanOrEqual(most + 1e-6);
};

describe("scrolling through more than a browser can draw", () => {
  it("is what it always is while the rows fit", () => {
    const { tall, wheel, drag, contentEnd } = element(400_000);
    expect(tall.height).toBe(400_000 * ROW);
    expect(wheel(120)).toBe(120);
    drag(0.5);
    expect([tall.offset, tall.place]).toEqual([contentEnd / 2, contentEnd / 2]);
    drag(1);
    expect(tall.offset).toBe(contentEnd);
  });

  it.each([1_000_000, 5_000_000, 100_000_000])("reaches both ends and every part of %i rows", (rows) => {
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

  it("moves by just as much as the wheel says, wherever it stands, and stops at the ends alone", () => {
    const act = fc.oneof(
      { weight: 8, arbitrary: fc.record({ wheel: fc.integer({ min: -3000, max: 3000 }) }) },
      { weight: 1, arbitrary: fc.record({ drag: fc.double({ min: 0, max: 1, noNaN: true }) }) },
      { weight: 1, arbitrary: fc.record({ goTo: fc.double({ min: 0, max: 1, noNaN: true }) }) },
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3_000_000 }), fc.array(act, { maxLength: 60 }), (rows, acts) => {
        const { tall, wheel, drag, goTo, contentEnd, most } = element(rows, 200_000);
        for (const one of acts) {
          if ("drag" in one) drag(one.drag);
          else if ("goTo" in one) goTo(one.goTo * contentEnd);
          else {
            const before = tall.offset;
            const wanted = Math.min(contentEnd, Math.max(0, before + one.wheel)) - before;
            // Less than a pixel is not worth a step.
            expect(Math.abs(wheel(one.wheel) - wanted)).toBeLessThanOrEqual(1 + 1e-6);
          }
          within(tall, contentEnd, most());
        }
      }),
    );
  });

  it("is brought to the top and to the bottom by the wheel alone", () => {
    const { tall, wheel, drag, contentEnd } = element(100_000, 200_000);
    drag(0.37);
    for (let steps = 0; tall.offset > 0; steps++) {
      expect(steps).toBeLessThan(3000);
      wheel(-1200);
    }
    for (let steps = 0; tall.offset < contentEnd; steps++) {
      expect(steps).toBeLessThan(3000);
      wheel(1200);
    }
  });

  it("keeps its rows when the window changes, as far as they are there", () => {
    const { tall, goTo } = element(5_000_000);
    goTo(2_000_000 * ROW);
    tall.resize({ content: 5_000_000 * ROW, viewport: 900 });
    expect(tall.offset).toBe(2_000_000 * ROW);
    tall.resize({ content: 1000 * ROW, viewport: 900 });
    expect(tall.offset).toBe(1000 * ROW - 900);
    tall.resize({ content: 0, viewport: 900 });
    expect([tall.offset, tall.place, tall.height]).toEqual([0, 0, 0]);
  });
});
