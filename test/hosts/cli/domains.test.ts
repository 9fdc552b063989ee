import { afterAll, beforeAll, expect, it } from "vitest";
import { createCliWorlds } from "../../support/cli-world.ts";
import { type DnsServer, startDnsServer } from "../../support/dns-server.ts";

const { world } = await createCliWorlds("domains");
let dns: DnsServer;
beforeAll(async () => {
  dns = await startDnsServer({
    zone: (name) => (name === "deliverable.example" ? { mx: ["mx.host.example"] } : null),
  });
});
afterAll(() => dns.close());

const PEOPLE = ["ann@deliverable.example", "bob@gone.example", "cat@GONE.example", "dan@lost.example"];

it("winnow clean --domains does not pay for addresses at dead domains, unless --verify-dead-domains is given", async () => {
  const at = world();
  const list = at.list("list.csv", PEOPLE);
  const resolver = ["--resolver", dns.address];
  const dry = await at.run("clean", list, "--out", at.out, "--dry-run", ...resolver);
  expect(dry.stderr).toContain("4 rows − 3 already known = 1 credit.");
  const cleaned = await at.runOk("clean", list, "--out", at.out, "--yes", "--json", ...resolver);
  expect(cleaned.stderr).toContain("3 of the known addresses are at domains that cannot receive mail");
  expect(JSON.parse(cleaned.stdout)).toMatchObject({
    ...{ uploaded: 1, skipped: { known: 3 } },
    results: { deliverable: 1, undeliverable: 3 },
  });
  expect(at.charges()).toEqual([1]);
  const asked = dns.asked.length;
  const other = at.list("other.csv", PEOPLE);
  const all = await at.run(
    "clean",
    other,
    "--out",
    `${at.out}.2`,
    "--dry-run",
    "--verify-dead-domains",
    ...resolver,
  );
  expect(all.stderr).toContain("= 3 credits");
  expect(dns.asked.slice(asked)).toEqual([]);
});
