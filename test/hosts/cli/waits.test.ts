import { describe, expect, it } from "vitest";
import { createCliWorlds } from "../../support/cli-world.ts";

const { sandbox, world: empty } = await createCliWorlds("waits");

function world(credits: number) {
  const at = empty({ credits });
  const file = at.list(
    "contacts.csv",
    Array.from({ length: 20 }, (_, i) => `person${i}@acme.example`),
  );
  const until = (words: string, ...args: string[]) =>
    at.runWith({ onStderr: (text, kill) => void (text.includes(words) && kill("SIGINT")) }, ...args);
  return { ...at, clean: ["clean", file, "--out", at.out, "--yes", "--json"], until };
}

describe("winnow clean that has to wait", () => {
  it("reports that a list waits for a free slot, also with --json and in winnow lists", async () => {
    const at = world(100);
    sandbox.faults.add({ name: "lists-full", operation: "upload", account: at.label });
    const words = "Waiting for a free slot at the service";
    const ran = await at.until(words, ...at.clean);
    expect(ran.code, ran.stderr).toBe(6);
    expect(ran.stderr).toContain("It continues on its own");
    expect(JSON.parse(ran.stdout)).toMatchObject({ state: "waiting", waitingFor: "slot" });
    const listed = await at.run("lists");
    expect(listed.stdout).toContain(words);
  });

  it("exits with 4 if credits run short, unless --wait-for-credits is given", async () => {
    const at = world(5);
    const short = await at.run(...at.clean);
    expect(short.code).toBe(4);
    expect(at.requestCount("upload")).toBe(0);
    const waiting = await at.until("Waiting for credits", ...at.clean, "--wait-for-credits");
    expect(waiting.code, waiting.stderr).toBe(6);
    expect(JSON.parse(waiting.stdout)).toMatchObject({ waitingFor: "credits" });
    sandbox.topUp(at.label, 100);
    await at.runOk("resume");
    expect(new Set(at.charges())).toEqual(new Set([1]));
  });
});
