import { expect, test } from "vitest";
import { read } from "../reading.ts";

function utf32(text: string, big: boolean): Buffer {
  const bytes = Buffer.alloc([...text].length * 4);
  [...text].forEach((character, i) => {
    const code = character.codePointAt(0) ?? 0;
    if (big) bytes.writeUInt32BE(code, i * 4);
    else bytes.writeUInt32LE(code, i * 4);
  });
  return bytes;
}

const LIST = "Name,Email\nЖанна,zh@ex.example\n😀,bob@ex.example\n";

test.each([
  ["little", "with a mark", `\uFEFF${LIST}`],
  ["big", "without a mark", LIST],
])("a list in UTF-32, %s endian, %s, is refused by its name, with the way out", async (end, _, text) => {
  const { result } = await read(utf32(text, end === "big"));
  expect(result).toMatchObject({
    ok: false,
    problem: {
      code: "file_not_a_list",
      detail: "list.csv is text in UTF-32, which Winnow does not read. Nothing was uploaded.",
    },
  });
  expect(result.ok ? "" : result.problem.action).toContain("UTF-8");
});
