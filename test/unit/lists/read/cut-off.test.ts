import iconv from "iconv-lite";
import { expect, test } from "vitest";
import { ENCODINGS } from "../../../../electron/engine/text/csv/encodings.ts";
import { read, readOpen } from "../reading.ts";

const LIST = "Name,Email\r\nAnn,ann@firm.example\r\nBob,bob@firm.com";

test.each([
  ["UTF-16LE", true],
  ["UTF-16BE", false],
])(
  "a list in %s (with a byte order mark: %s) that ends within a character is refused",
  async (encoding, addBOM) => {
    const whole = iconv.encode(LIST, encoding, { addBOM });
    const refused = {
      ok: false,
      problem: { code: "file_damaged", detail: expect.stringContaining("middle of a character") },
    };
    expect((await read(whole)).result).toMatchObject({ ok: true, value: { unique: 2 } });
    expect((await read(whole.subarray(0, -1))).result).toMatchObject(refused);
    expect((await read(whole.subarray(0, -1), { encoding })).result).toMatchObject(refused);
    expect((await read(Buffer.concat([whole, Buffer.from("\n")]))).result).toMatchObject(refused);
  },
);

// Multi-byte encodings: the list ends within the character after the address.
const wide = ENCODINGS.filter(({ name }) => iconv.encode("木", name, { addBOM: false }).length > 1);
test.each(wide.filter(({ unit }) => unit === 1).slice(0, 2))(
  "an address cut off within a character at the end of a list in $name is not read as a shorter one",
  async ({ name }) => {
    const whole = iconv.encode(`${LIST}木`, name, { addBOM: false });
    const { preflight, list } = await readOpen(whole.subarray(0, -1), { encoding: name });
    expect(preflight).toMatchObject({ rows: 2, unique: 1, malformed: 1 });
    expect(list.address(0)).toBe("ann@firm.example");
  },
);
