import { describe, expect, test } from "vitest";
import { sendRequest } from "./ask.ts";
import { CASES, titleOf } from "./cases.ts";
import { createWorld } from "./world.ts";

describe("the sandbox, called with plain fetch", () => {
  for (const one of CASES) {
    test(titleOf(one), async () => {
      const world = await createWorld(one.given);
      const response = await sendRequest(world, one.question);
      const text = await response.text();
      const expected = typeof one.body === "function" ? one.body(world) : one.body;
      if (typeof expected === "string") {
        expect(text).toBe(expected);
        expect(response.headers.get("content-type")).toMatch(/^text\/plain/);
      } else {
        expect(JSON.parse(text)).toEqual(expected);
        expect(response.headers.get("content-type")).toMatch(/^application\/json/);
      }
      expect(response.status).toBe(one.status);
      await one.after?.(world);
    });
  }
});
