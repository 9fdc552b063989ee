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

it("winnow preview --domains lists the domains that cannot receive mail, and looks each up once", async () => {
  const at = world();
  const list = at.list("list.csv", PEOPLE);
  const shown = await at.runOk("preview", list, "--domains", "--resolver", dns.address);
  expect(shown.stderr).toContain("2 domains cannot receive mail: 3 addresses.");
  expect(shown.stdout).toMatch(/^gone\.example +2 +There is no such domain$/m);
  const told = await at.run("preview", list, "--json", "--resolver", dns.address);
  expect(JSON.parse(told.stdout)).toMatchObject({
    domains: {
      ...{ domains: 3, unclear: 0, noLook: null, deadDomains: 2, deadAddresses: 3 },
      dead: [
        { domain: "gone.example", addresses: 2, why: "no_domain" },
        { domain: "lost.example", addresses: 1, why: "no_domain" },
      ],
    },
  });
  expect((await at.run("preview", list, "--resolver", "dns.example")).stderr).toContain(
    "It takes an IP address",
  );
});

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
