import type { RecordType } from "dns-packet";
import { describe, expect, it, onTestFinished } from "vitest";
import { systemClock } from "../../../electron/engine/clock.ts";
import { lookAtDomains } from "../../../electron/engine/domains/lookup.ts";
import { createRandom } from "../../promises/random.ts";
import { type DnsFault, type DnsServer, startDnsServer, type Zone } from "../../support/dns-server.ts";

async function serve(
  zone: (name: string) => Zone | null,
  fault?: (name: string, type: RecordType) => DnsFault | null,
): Promise<DnsServer> {
  const server = await startDnsServer({ zone, ...(fault === undefined ? {} : { fault }) });
  onTestFinished(() => server.close());
  return server;
}

const ALIVE: Zone = { mx: ["mx1.host.example", "mx2.host.example"] };
const ZONES: Readonly<Record<string, Zone>> = {
  "alive.example": ALIVE,
  "own-address.example": { a: ["192.0.2.1"] },
  "own-v6.example": { aaaa: ["2001:db8::1"] },
  "null-mx.example": { mx: ["."] },
  "nothing.example": {},
  "xn--bcher-kva.example": ALIVE,
};
const zone = (name: string) => ZONES[name] ?? null;

async function lookUpDomains(
  domains: readonly string[],
  server: DnsServer,
  signal = new AbortController().signal,
) {
  const looked = await lookAtDomains({
    ...{ domains, servers: [server.address], signal, clock: systemClock },
    onProgress() {},
  });
  return { ...looked, answers: Object.fromEntries(looked.answers) };
}

describe("a DNS lookup of domains", () => {
  it("returns the mail servers of each domain, or why it cannot receive mail", async () => {
    const server = await serve(zone);
    const domains = [...Object.keys(ZONES), "bücher.example", "gone.example"];
    expect(await lookUpDomains(domains, server)).toEqual({
      noLook: null,
      answers: {
        "alive.example": { kind: "mail", hosts: ["mx1.host.example", "mx2.host.example"] },
        "xn--bcher-kva.example": { kind: "mail", hosts: ["mx1.host.example", "mx2.host.example"] },
        "bücher.example": { kind: "mail", hosts: ["mx1.host.example", "mx2.host.example"] },
        "own-address.example": { kind: "mail", hosts: [] },
        "own-v6.example": { kind: "mail", hosts: [] },
        "null-mx.example": { kind: "dead", why: "null_mx" },
        "nothing.example": { kind: "dead", why: "no_host" },
        "gone.example": { kind: "dead", why: "no_domain" },
      },
    });
  });

  it("returns no answers when the network resolves names that cannot exist", async () => {
    const server = await serve(() => ({ a: ["10.0.0.1"] }));
    expect(await lookUpDomains(["gone.example"], server)).toEqual({ noLook: "answers_all", answers: {} });
    expect(server.asked.every((question) => question.endsWith(".invalid"))).toBe(true);
  });

  it("returns no answers when the server refuses the queries", async () => {
    const server = await serve(zone, () => "refused");
    expect(await lookUpDomains(["gone.example", "alive.example"], server)).toEqual({
      noLook: "offline",
      answers: {},
    });
  });

  it("returns no answers when the server knows no name", async () => {
    const server = await serve(() => null);
    expect(await lookUpDomains(["gone.example", "alive.example"], server)).toEqual({
      noLook: "offline",
      answers: {},
    });
  });

  it("drops a domain whose second answer contradicts the first", async () => {
    const asked = new Map<string, number>();
    const server = await serve(zone, (name, type) => {
      const before = asked.get(`${type} ${name}`) ?? 0;
      asked.set(`${type} ${name}`, before + 1);
      return name === "null-mx.example" && before === 0 ? "lie_no_name" : null;
    });
    const { answers } = await lookUpDomains(["alive.example", "null-mx.example"], server);
    expect(Object.keys(answers)).toEqual(["alive.example"]);
  });

  it("retries over TCP when an answer is truncated", async () => {
    const server = await serve(zone, () => "truncated");
    expect((await lookUpDomains(["alive.example", "gone.example"], server)).answers).toMatchObject({
      "alive.example": { kind: "mail" },
      "gone.example": { kind: "dead" },
    });
  });

  it("returns the answers so far when it is cancelled, without waiting for others", async () => {
    const stop = new AbortController();
    const server = await serve(zone, (name) => (name === "silent.example" ? "drop" : null));
    const { noLook, answers } = await lookAtDomains({
      ...{ domains: ["alive.example", "silent.example", "gone.example"], servers: [server.address] },
      ...{ signal: stop.signal, clock: systemClock },
      onProgress: (done) => done === 2 && stop.abort(),
    });
    expect({ noLook, answers: [...answers.keys()] }).toEqual({ noLook: null, answers: ["alive.example"] });
    // A query without an answer would be retried after its timeout.
    expect(server.asked.filter((question) => question.endsWith("silent.example"))).toHaveLength(1);
  });

  it("never reports a live domain as dead in 20,000 faulty answers", { timeout: 120_000 }, async () => {
    const random = createRandom(20);
    const faults: readonly DnsFault[] = ["servfail", "refused", "formerr", "truncated", "garbage", "delay"];
    const lies: readonly DnsFault[] = ["lie_no_name", "lie_no_records"];
    let faulted = 0;
    const isDead = (name: string) => /^dead\d+\.example$/.test(name);
    const server = await serve(
      (name) => (isDead(name) || name.endsWith(".invalid") ? null : ALIVE),
      (name) => {
        if (name.endsWith(".invalid") || !random.chance(0.3)) return null;
        faulted++;
        return random.pick(random.chance(0.04) ? lies : faults) ?? null;
      },
    );
    let dead = 0;
    for (let round = 0; faulted < 20_000; round++) {
      const domains = Array.from(
        { length: 4_000 },
        (_, i) => `${i % 10 === 0 ? "dead" : "d"}${round}${i}.example`,
      );
      const { answers } = await lookUpDomains(domains, server);
      const taken = Object.keys(answers).filter((domain) => answers[domain]?.kind === "dead");
      expect(taken.filter((domain) => !isDead(domain))).toEqual([]);
      dead += taken.length;
    }
    expect(dead).toBeGreaterThan(0);
  });
});
