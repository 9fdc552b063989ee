import { expect, test } from "vitest";
import { readOpen } from "../reading.ts";

test("a cell with several addresses counts once among the oddities", async () => {
  const text =
    'email,name\n"a@x.com b@x.com c@x.com d@x.com",A\n"e@x.com f@x.com g@x.com",B\nh@x.com,C\n"i@x.com; j@x.com",D\n';
  const { preflight } = await readOpen(text);
  const odd = preflight.oddities.find(({ code }) => code === "extra_address");
  expect(odd).toEqual({ code: "extra_address", count: 3, lines: [2, 3, 5] });
});
