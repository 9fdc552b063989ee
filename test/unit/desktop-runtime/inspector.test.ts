import { once } from "node:events";
import { expect, test } from "vitest";
import { z } from "zod";
import { openInspector } from "../../desktop-runtime/inspector.ts";

const answerSchema = z.object({ id: z.int(), result: z.object({ result: z.object({ value: z.string() }) }) });

test("what a test runs in main stands on the socket it came by, never in the middle of main's own code", async () => {
  const client = new WebSocket(await openInspector());
  await once(client, "open");
  const answers = new Map<number, (stack: string) => void>();
  client.addEventListener("message", ({ data }) => {
    const { id, result } = answerSchema.parse(JSON.parse(String(data)));
    answers.get(id)?.(result.result.value);
  });
  let isBusy = true;
  const busyMain = () => {
    process.nextTick(() => {});
    if (isBusy) setImmediate(busyMain);
  };
  busyMain();
  const stacks: string[] = [];
  for (let id = 1; id <= 300; id += 1) {
    const stack = new Promise<string>((resolve) => answers.set(id, resolve));
    const params = { expression: "new Error().stack", returnByValue: true };
    client.send(JSON.stringify({ id, method: "Runtime.evaluate", params }));
    stacks.push(await stack);
  }
  isBusy = false;
  const closed = once(client, "close");
  client.close();
  await closed;
  expect(stacks.filter((stack) => /busyMain|processImmediate/.test(stack))).toEqual([]);
  expect(stacks.filter((stack) => /emit/.test(stack))).toHaveLength(300);
});
