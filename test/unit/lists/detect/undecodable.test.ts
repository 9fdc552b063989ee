import { describe, expect, test } from "vitest";
import { checkSyntax } from "../../../../electron/engine/addresses/syntax.ts";
import { readOpen } from "../reading.ts";

/** A list in UTF-8, as most of it is. */
const SOUND = `Name,Email\n${Array.from({ length: 30 }, (_, i) => `Zoé ${i},u${i}@ex.example\n`).join("")}`;

function joined(...rows: readonly string[]): Buffer {
  return Buffer.concat([Buffer.from(SOUND), Buffer.from(rows.map((row) => `${row}\n`).join(""), "latin1")]);
}

describe("bytes of an address that its list's encoding does not know", () => {
  test.each(["m\uFFFDller@ex.example", "a\uD800b@ex.example"])("%j is no address", (address) => {
    expect(checkSyntax(address)).toBe("There are characters in it that could not be read.");
  });

  test("different people are not one, and none of them is verified", async () => {
    const { preflight, list } = await readOpen(
      joined("A,müller@ex.example", "B,möller@ex.example", "C,mäller@ex.example"),
    );
    expect(preflight).toMatchObject({ rows: 33, unique: 30, repeated: 0, malformed: 3 });
    expect(preflight.oddities).toContainEqual({ code: "undecodable", count: 3, lines: [32, 33, 34] });
    for (let id = 0; id < list.addresses; id++) expect(list.address(id)).toMatch(/^u\d+@ex\.example$/);
  });

  test("it is asked how they are encoded, with the addresses as each encoding reads them", async () => {
    const { preflight } = await readOpen(joined("A,müller@ex.example", "B,möller@ex.example"));
    const question = preflight.questions?.find(({ kind }) => kind === "encoding");
    if (question?.kind !== "encoding") throw new Error("nothing was asked");
    expect(question).toMatchObject({ assumed: "UTF-8", changes: "addresses" });
    expect(question.alternatives[0]?.encoding).toBe("UTF-8");
    const western = question.alternatives.find(({ encoding }) => encoding === "windows-1252");
    expect(western?.words).toContain("müller@ex.example");
  });

  test.each([
    [
      "the mark at the list's beginning says otherwise",
      Buffer.concat([Buffer.from("\uFEFF"), joined("A,müller@ex.example")]),
    ],
  ])("it is asked also where %s", async (_, bytes) => {
    const { preflight } = await readOpen(bytes);
    expect(preflight.questions?.some(({ kind }) => kind === "encoding")).toBe(true);
    expect(preflight.malformed).toBe(1);
  });

  test("what the user says of the encoding is not asked again", async () => {
    const bytes = joined("A,müller@ex.example", "B,möller@ex.example");
    const asUnicode = await readOpen(bytes, { encoding: "UTF-8" });
    expect(asUnicode.preflight.questions ?? []).toEqual([]);
    expect(asUnicode.preflight).toMatchObject({ unique: 30, malformed: 2 });
    const asWestern = await readOpen(bytes, { encoding: "windows-1252" });
    expect(asWestern.preflight).toMatchObject({ unique: 32, malformed: 0 });
    expect(asWestern.list.find("möller@ex.example")).toBeGreaterThan(0);
  });
});
