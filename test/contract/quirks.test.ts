import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import type { ServiceClient } from "../../electron/engine/service/index.ts";
import type { FaultName } from "../support/faulty-sandbox/index.ts";
import { testFolder } from "../support/folders.ts";
import { uploadText } from "../support/upload-text.ts";
import { clientOf, createWorld, type World } from "./world.ts";

/** Quirks of services that job-forms.test.ts does not cover. */

let world: World;
let client: ServiceClient;
let folder: string;

beforeEach(async () => {
  folder = testFolder();
  world = await createWorld({ job: "ready" });
  client = clientOf(world);
});

const addFault = (name: FaultName) => world.sandbox.faults.add({ name });
const raw = (method: string, pathAndQuery: string) =>
  fetch(`${world.sandbox.baseUrl}/v1/${pathAndQuery}&apikey=${world.account.key}`, { method });

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
    const ask = () => raw("GET", "verify?email=a+b@c.example");
    expect((await ask()).status).toBe(400);
    addFault("plus-as-it-is");
    expect((await ask()).status).toBe(200);
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

test("the client uploads a file with another extension as .csv", async () => {
  const path = join(folder, "list.txt");
  await writeFile(path, "Email\na@b.example\n");
  expect(await client.uploadFile(path)).toMatchObject({ ok: true });
});

test.each([5, 1e9])("the client keeps a timeout of %i ms within the service's range", async (timeout) => {
  expect(await client.verify("a@b.example", { timeout })).toMatchObject({ ok: true });
});
