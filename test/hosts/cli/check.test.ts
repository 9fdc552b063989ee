import { expect, it } from "vitest";
import { z } from "zod";
import { type CliWorld, createCliWorlds } from "../../support/cli-world.ts";

const { sandbox, world } = await createCliWorlds("check");

/** Returns the charged addresses by the service's records, one entry per charge. */
const charged = ({ label }: CliWorld): string[] =>
  [...sandbox.charges(label)].flatMap(([address, times]) => Array<string>(times).fill(address)).toSorted();

/** Makes the service charge every check from now on and answer none. */
const chargeAndHang = ({ label }: CliWorld) =>
  sandbox.faults.add({ name: "hang-after", operation: "verify", account: label });

const reportSchema = z.object({
  checks: z.array(z.object({ address: z.string(), problem: z.object({ code: z.string() }).nullable() })),
});

function withProblem({ checks }: z.infer<typeof reportSchema>, code: string): string[] {
  return checks.flatMap(({ address, problem }) => (problem?.code === code ? address : [])).toSorted();
}

const people = (n: number) => Array.from({ length: n }, (_, i) => `valid.p${i}@firm.example`);

it("checking more than 20 addresses requires a sufficient --max-credits", async () => {
  const at = world();
  const refused = await at.expectFailure(4, "--max-credits 21", "check", ...people(21));
  expect([refused.stdout, charged(at)]).toEqual(["", []]);

  const more = [...people(21), "VALID.p0@firm.example", "--max-credits", "21"];
  const allowed = await at.runOk("check", ...more);
  expect(allowed.stderr).toContain("up to 21 credits");
  expect(charged(at)).toHaveLength(21);
  expect(allowed.stdout.trimEnd().split("\n")).toHaveLength(21);
});

it("each verdict of a check is printed while later ones are pending", async () => {
  const at = world();
  await at.runOk("check", ...people(1));
  sandbox.faults.add({ name: "hang-before", operation: "verify", account: at.label });
  const { child, said, ended } = at.start("check", ...people(3));
  await expect.poll(() => said.stdout.match(/\n/g)).toHaveLength(1);
  child.kill("SIGKILL");
  await ended;
});

it("a word that is not an address costs nothing and does not stop the other checks", async () => {
  const at = world();
  const words = ["", "ann@firm.example", "nobody", "a..b@firm.example", "bob@firm.example"];
  const said = "2 words are not addresses, and cost nothing: nobody a..b@firm.example\n";
  const mixed = await at.expectFailure(2, said, "check", ...words, "--max-credits", "2");
  expect(charged(at)).toEqual(["ann@firm.example", "bob@firm.example"]);
  expect(mixed.stdout).toContain("a..b@firm.example\tnot checked");
  await at.expectFailure(2, "nobody", "check", "nobody");
});

it.each(["SIGTERM", "SIGKILL"] as const)(
  "checks interrupted by %s are not paid for again without consent, and are reported as possibly paid",
  async (signal) => {
    const at = world();
    chargeAndHang(at);
    const cut = at.start("check", ...people(3), "--json");
    await expect.poll(() => charged(at)).toEqual(people(3));
    cut.child.kill(signal);
    const { code, stdout, stderr } = await cut.ended;
    if (signal !== "SIGKILL") {
      expect(code).toBe(6);
      expect(stderr).toContain("Of 3 addresses: It is unclear whether the address was checked");
      expect(stderr).not.toMatch(/nothing was|kept/i);
      const report = JSON.parse(stdout);
      expect(report.problem).toMatchObject({ code: "check_unheard" });
      expect(report.checks).toHaveLength(3);
    }

    sandbox.faults.clear();
    const perhaps = "Of 3 addresses: The address may have been paid for already";
    const next = await at.expectFailure(5, perhaps, "check", ...people(4));
    expect(charged(at)).toEqual(people(4));
    expect(next.stderr).toContain("winnow check --again");

    await at.runOk("check", ...people(4), "--again");
    expect(charged(at)).toEqual([...people(3), ...people(4)].toSorted());
  },
);

it("checks stopped by SIGTERM before they were sent are reported as unsent", async () => {
  const at = world();
  chargeAndHang(at);
  const cut = at.start("check", ...people(12), "--json");
  await expect.poll(() => charged(at).length, { interval: 1 }).toBeGreaterThan(0);
  cut.child.kill("SIGTERM");
  const ended = await cut.ended;
  expect(ended.code, ended.stderr).toBe(6);
  const sent = charged(at);
  const report = reportSchema.parse(JSON.parse(ended.stdout));
  expect(report.checks.map(({ address }) => address)).toEqual(people(12));
  const doubted = withProblem(report, "check_unheard");
  expect(doubted).toEqual(expect.arrayContaining(sent));
  expect(withProblem(report, "check_unsent")).toHaveLength(12 - doubted.length);

  sandbox.faults.clear();
  const next = await at.run("check", ...people(12), "--json");
  expect(next.code, next.stderr).toBe(5);
  expect(withProblem(reportSchema.parse(JSON.parse(next.stdout)), "check_unheard_before")).toEqual(doubted);
  // Only addresses that were not sent before are sent now.
  const unsent = people(12).filter((address) => !doubted.includes(address));
  expect(charged(at)).toEqual([...sent, ...unsent].toSorted());
});
