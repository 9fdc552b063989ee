import type { RecordType } from "dns-packet";
import { describe, expect, it, onTestFinished } from "vitest";
import { systemClock } from "../../../electron/engine/clock.ts";
import { lookAtDomains } from "../../../electron/engine/domains/look.ts";
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

async function look(domains: readonly string[], server: DnsServer, signal = new AbortController().signal) {
  const looked = await lookAtDomains({
    ...{ domains, servers: [server.address], signal, clock: systemClock },
    onProgress() {},
  });
  return { ...looked, answers: Object.fromEntries(looked.answers) };
}

describe("a look at domains", () => {
  it("knows who takes the mail of each, and which cannot receive any", async () => {
    const server = await serve(zone);
    const domains = [...Object.keys(ZONES), "bücher.example", "gone.example"];
    expect(await look(domains, server)).toEqual({
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

  it("says nothing of any domain where the network answers for names that cannot exist", async () => {
    const server = await serve(() => ({ a: ["10.0.0.1"] }));
    expect(await look(["gone.example"], server)).toEqual({ noLook: "answers_all", answers: {} });
    expect(server.asked.every((question) => question.endsWith(".invalid"))).toBe(true);
  });

  it.each([
    ["refuses", "refused"],
    ["fails", "servfail"],
    ["answers nonsense", "garbage"],
  ] as const)("says nothing of any domain where the server %s", { timeout: 30_000 }, async (_, fault) => {
    const server = await serve(zone, () => fault);
    expect(await look(["gone.example", "alive.example"], server)).toEqual({ noLook: "offline", answers: {} });
  });

  it("says nothing of any domain where no name is known at all", async () => {
    const server = await serve(() => null);
    expect(await look(["gone.example", "alive.example"], server)).toEqual({ noLook: "offline", answers: {} });
  });

  it("takes a second answer that differs for nothing known", async () => {
    const asked = new Map<string, number>();
    const server = await serve(zone, (name, type) => {
      const before = asked.get(`${type} ${name}`) ?? 0;
      asked.set(`${type} ${name}`, before + 1);
      return name === "null-mx.example" && before === 0 ? "lie_no_name" : null;
    });
    const { answers } = await look(["alive.example", "null-mx.example"], server);
    expect(Object.keys(answers)).toEqual(["alive.example"]);
  });

  it("asks by TCP where an answer does not fit", async () => {
    const server = await serve(zone, () => "truncated");
    expect((await look(["alive.example", "gone.example"], server)).answers).toMatchObject({
      "alive.example": { kind: "mail" },
      "gone.example": { kind: "dead" },
    });
  });

  it("asks about 64 domains at once, and no more", async () => {
    const server = await serve(
      () => ALIVE,
      (name) => (name.endsWith(".invalid") ? "lie_no_name" : "delay"),
    );
    await look(
      Array.from({ length: 300 }, (_, i) => `d${i}.example`),
      server,
    );
    expect(server.mostAtOnce()).toBe(64);
  });

  it("takes a domain from a long list only when its turn comes", async () => {
    const stop = new AbortController();
    const server = await serve(zone, (name) => {
      if (name.endsWith(".invalid")) return null;
      stop.abort();
      return "drop";
    });
    let taken = 0;
    const domains = Object.assign(["d.example"], {
      *[Symbol.iterator]() {
        for (; taken < 10_000; taken++) yield `d${taken}.example`;
      },
    });
    await look(domains, server, stop.signal);
    expect(taken).toBeLessThanOrEqual(64);
  });

  it("keeps what it has when it is stopped, and waits for no other answer", async () => {
    const stop = new AbortController();
    const server = await serve(zone, (name) => (name === "silent.example" ? "drop" : null));
    const { noLook, answers } = await lookAtDomains({
      ...{ domains: ["alive.example", "silent.example", "gone.example"], servers: [server.address] },
      ...{ signal: stop.signal, clock: systemClock },
      onProgress: (done) => done === 2 && stop.abort(),
    });
    expect({ noLook, answers: [...answers.keys()] }).toEqual({ noLook: null, answers: ["alive.example"] });
    // A question without an answer is repeated after its timeout.
    expect(server.asked.filter((question) => question.endsWith("silent.example"))).toHaveLength(1);
  });

  it("takes no domain that lives for dead in 20,000 faulted answers", { timeout: 120_000 }, async () => {
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
      const { answers } = await look(domains, server);
      const taken = Object.keys(answers).filter((domain) => answers[domain]?.kind === "dead");
      expect(taken.filter((domain) => !isDead(domain))).toEqual([]);
      dead += taken.length;
    }
    expect(dead).toBeGreaterThan(0);
  });
});
