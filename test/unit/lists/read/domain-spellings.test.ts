import { expect, test } from "vitest";
import { unwrap } from "../../../support/unwrap.ts";
import { readOpen } from "../reading.ts";
import { createListFixture } from "../room.ts";

const UNICODE = { encoding: "UTF-8" };

test("an address counts once in all spellings of its domain and is sent in the first one", async () => {
  const { preflight, list } = await readOpen(
    [
      ...[
        "Email",
        "ann@münchen.de",
        "ann@xn--mnchen-3ya.de",
        "ANN@MÜNCHEN.DE",
        "bob@example。com",
        "bob@example.com",
      ],
      ...["cy@xn--bcher-kva.example", "cy@bücher.example"],
      "",
    ].join("\n"),
    UNICODE,
  );
  expect(preflight).toMatchObject({ rows: 7, unique: 3, repeated: 4, malformed: 0 });
  const addresses = Array.from({ length: list.addresses }, (_, id) => list.address(id));
  expect(addresses).toEqual(["ann@münchen.de", "bob@example。com", "cy@xn--bcher-kva.example"]);
  expect(list.find("ann@xn--mnchen-3ya.de")).toBe(0);
  expect(list.find("Bob@EXAMPLE.com")).toBe(1);
  expect(list.find("cy@BÜCHER.example")).toBe(2);
});

test("a likely typo is corrected in both spellings of its domain", async () => {
  const { add, calls, context, overrides } = createListFixture();
  overrides.push({ kind: "typo", entry: "gmaíl.example", listed: true, meant: "gmail.com" });
  const { listId } = await add(
    "list.csv",
    "Email\na@gmaíl.example\nb@gmail.com\nA@xn--gmal-xpa.example\n",
    UNICODE,
  );
  const page = unwrap(await calls["lists.typos"]({ listId, of: "typos", offset: 0, limit: 10 }, context));
  expect(page.typos).toMatchObject([{ address: "a@gmaíl.example", suggestion: "a@gmail.com", rows: 2 }]);
  unwrap(await calls["lists.acceptTypos"]({ listId, addresses: ["a@gmaíl.example"], accept: true }, context));
  const read = unwrap(await calls["lists.preflight"]({ listId }, context));
  expect(read).toMatchObject({ unique: 2, repeated: 1, typos: 0 });
});
