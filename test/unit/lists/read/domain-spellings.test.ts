import { expect, test } from "vitest";
import { readOpen } from "../reading.ts";

const UNICODE = { encoding: "UTF-8" };

test("an address counts once for all spellings of its domain, and is sent in the first spelling", async () => {
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
