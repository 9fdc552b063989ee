import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, it } from "vitest";
import { testFolder } from "../../support/folders.ts";
import { hasEnded, openInProcess, PAY_FOR_ALL, readList, unwrap } from "../../support/in-process.ts";
import { quickSandbox } from "../../support/quick-sandbox.ts";

const sandbox = await quickSandbox();
const ZOE = "zoe.quill@gmail.com";
const ROWS = `Email,Name
zoe.quill @gmail.com,Quillname
zoe.quill(at)gmail.com,Quillname
zoe.quill@gmial.com,Quillname
"""zoe.quill""@gmail.com",Quillname
bob @stays.example,Bob
`;

/** Returns the files that contain a trace of Zoe. */
function traces(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name))
    .filter((path) => /zoe\.quill|"zoe|quillname/i.test(readFileSync(path, "latin1")))
    .map((path) => relative(folder, path));
}

it.each(["proposed", "accepted"])(
  "an erasure finds cells that were read as the person's address: %s",
  async (how) => {
    const folder = testFolder();
    const { key } = sandbox.createAccount({ label: `corrections ${how}`, credits: 100 });
    const dataDir = join(folder, "data");
    const sessionAccount = { baseUrl: sandbox.baseUrl, apiKey: key };
    const at = unwrap(await openInProcess(dataDir, { sessionAccount }));
    const path = join(folder, "list.csv");
    writeFileSync(path, ROWS);
    const accountId = unwrap(await at.call("accounts.list", {})).accounts[0]?.id ?? "";
    // One list is cleaned and one is only read.
    for (const isCleaned of [true, false]) {
      const listId = await readList(at, path);
      const { typos } = unwrap(await at.call("lists.typos", { listId, of: "both", offset: 0, limit: 10 }));
      expect(typos.map(({ suggestion }) => suggestion)).toContain(ZOE);
      if (how === "accepted")
        unwrap(
          await at.call("lists.acceptTypos", {
            listId,
            addresses: typos.map(({ address }) => address),
            accept: true,
          }),
        );
      if (!isCleaned) continue;
      const price = unwrap(await at.call("cleanings.price", { listId, accountId, options: PAY_FOR_ALL }));
      const start = { listId, accountId, options: PAY_FOR_ALL, agreedCredits: price.credits };
      const { id } = unwrap(await at.call("cleanings.start", start));
      await at.until(id, hasEnded);
    }
    // As typed, the address is another one, unless the correction was accepted.
    const entries = how === "accepted" ? [ZOE] : [ZOE, "zoe.quill@gmial.com"];
    expect(unwrap(await at.call("memory.erase", { entries }))).toMatchObject({ rows: 8, incomplete: null });
    await at.close();
    expect(traces(dataDir)).toEqual([]);
  },
);
