import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import type { ServiceClient } from "../../electron/engine/service/index.ts";
import { type FaultName, QUIRKS } from "../../electron/sandbox/index.ts";
import { testFolder } from "../support/folders.ts";
import { uploadText } from "../support/upload-text.ts";
import { clientOf, createWorld, request, uploadList, type World } from "./world.ts";

/** Quirks of services: the sandbox with and without each quirk, and the client with both. */

let world: World;
let client: ServiceClient;
let folder: string;

beforeEach(async () => {
  folder = testFolder();
  world = await createWorld({ job: "ready" });
  client = clientOf(world);
});

const addFault = (name: FaultName) => world.sandbox.faults.add({ name });
const raw = (method: string, pathAndQuery: string, body: FormData | string | null = null) =>
  fetch(`${world.sandbox.baseUrl}/v1/${pathAndQuery}&apikey=${world.account.key}`, { method, body });

/** Returns the statuses of the same request without and with the quirk. */
async function statusesWithoutAndWithQuirk(
  quirk: FaultName,
  ask: () => Promise<Response>,
): Promise<number[]> {
  const letter = await ask();
  await letter.arrayBuffer();
  addFault(quirk);
  const odd = await ask();
  await odd.arrayBuffer();
  return [letter.status, odd.status];
}

function file(name: string, text: string): FormData {
  const body = new FormData();
  body.set("local_file", new File([text], name));
  return body;
}

const sized = (bytes: number) => `Email,Note\na@b.example,${"x".repeat(bytes - 24)}\n`;

describe("a job in the path", () => {
  test("is unknown in the contract, and works in addition to the parameter with the quirk", async () => {
    const { jobId } = world;
    expect(await statusesWithoutAndWithQuirk("job-id-path", () => raw("GET", `bulk/${jobId}?`))).toEqual([
      404, 200,
    ]);
    expect(
      await statusesWithoutAndWithQuirk("job-id-path", () => raw("GET", `bulk?job_id=${jobId}`)),
    ).toEqual([200, 200]);
  });

  test("works instead of the parameter with the stricter quirk", async () => {
    const { jobId } = world;
    expect(
      await statusesWithoutAndWithQuirk("job-id-path-only", () => raw("GET", `bulk?job_id=${jobId}`)),
    ).toEqual([200, 404]);
    expect((await raw("GET", `bulk/${jobId}?`)).status).toBe(200);
  });
});

test.each(["elsewhere?", "bulk/x?"])(
  "an unknown path, %s, has a JSON response, or a web page with the quirk",
  async (path) => {
    const types = async () => (await raw("GET", path)).headers.get("content-type")?.split(";")[0];
    expect(await types()).toBe("application/json");
    addFault("not-found-html");
    expect(await types()).toBe("text/html");
  },
);

describe("a + in an address", () => {
  test("means a space if it is not encoded, or a plus with the quirk", async () => {
    expect(
      await statusesWithoutAndWithQuirk("plus-as-it-is", () => raw("GET", "verify?email=a+b@c.example")),
    ).toEqual([400, 200]);
    expect([...world.sandbox.charges("rich").keys()]).toContain("a+b@c.example");
  });

  test.each([false, true])("is sent unchanged by the client (quirk: %s)", async (quirk) => {
    if (quirk) addFault("plus-as-it-is");
    expect(await client.verify("a+b@c.example")).toMatchObject({
      ok: true,
      value: { email: "a+b@c.example" },
    });
  });

  test.each([false, true])("is not sent by the client for a space in a job id (quirk: %s)", async (quirk) => {
    if (quirk) addFault("plus-as-it-is");
    addFault("odd-job-id");
    const uploaded = await uploadText(client);
    if (!uploaded.ok) throw new Error(uploaded.error.problem.title);
    expect(uploaded.value.jobId).toContain(" ");
    expect(await client.status(uploaded.value.jobId)).toMatchObject({ ok: true });
  });
});

describe("an uploaded file", () => {
  test.each(["list.txt", "list.csv-1699999999"])(
    "named %s is refused, or accepted with the quirk",
    async (name) => {
      const ask = () => raw("POST", "bulk?", file(name, "Email\na@b.example\n"));
      expect(await statusesWithoutAndWithQuirk("any-file-name", ask)).toEqual([400, 200]);
    },
  );

  test("is accepted from the client in both cases if it has another name on the disk", async () => {
    const path = join(folder, "list.txt");
    await writeFile(path, "Email\na@b.example\n");
    expect(await client.uploadFile(path)).toMatchObject({ ok: true });
    addFault("any-file-name");
    expect(await client.uploadFile(path)).toMatchObject({ ok: true });
  });

  test("is refused at 10,000,001 bytes, or accepted up to 10,485,760 with the quirk", async () => {
    const ask = () => raw("POST", "bulk?", file("list.csv", sized(10_000_001)));
    expect(await statusesWithoutAndWithQuirk("ten-mebibytes", ask)).toEqual([400, 200]);
    expect((await raw("POST", "bulk?", file("list.csv", sized(10_485_760)))).status).toBe(200);
    expect((await raw("POST", "bulk?", file("list.csv", sized(10_485_761)))).status).toBe(400);
  });
});

test("a start without a body is refused, or accepted with the quirk", async () => {
  const ask = () => raw("PATCH", `bulk?job_id=${world.jobId}`);
  expect(await statusesWithoutAndWithQuirk("start-without-body", ask)).toEqual([400, 200]);
});

test("a timeout out of range is refused, or accepted with the quirk, and the client stays within the range", async () => {
  const ask = () => raw("GET", "verify?email=a@b.example&timeout=5");
  expect(await statusesWithoutAndWithQuirk("any-timeout", ask)).toEqual([400, 200]);
  world.sandbox.faults.clear();
  expect(await client.verify("a@b.example", { timeout: 5 })).toMatchObject({ ok: true });
  expect(await client.verify("a@b.example", { timeout: 1e9 })).toMatchObject({ ok: true });
});

test("the address column of results has a name, or none with the quirk", async () => {
  const { sandbox, account } = world;
  const id = await uploadList(sandbox, account.key, "a@b.example\nc@d.example\n", true);
  await sandbox.advance(200_000);
  const header = async () => {
    const response = await request(sandbox, "POST", "download", { apikey: account.key, jobId: id });
    return (await response.text()).split("\n")[0];
  };
  expect(await header()).toMatch(/^Email,Verification Result,/);
  addFault("empty-header");
  expect(await header()).toMatch(/^,Verification Result,/);
});

test("every quirk is tested here", async () => {
  const source = await readFile(import.meta.filename, "utf8");
  expect(Object.keys(QUIRKS).filter((name) => !source.includes(`"${name}"`))).toEqual([]);
});
