import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "../support/winnow.ts";

it("every file, exported name and package of the project is used", () => {
  const knip = join(root, "node_modules/knip/bin/knip.js");
  const { stdout, status } = spawnSync(process.execPath, [knip, "--no-progress"], {
    cwd: root,
    encoding: "utf8",
  });
  expect(`${stdout}${status ?? "killed"}`.trim()).toBe("0");
}, 120_000);
