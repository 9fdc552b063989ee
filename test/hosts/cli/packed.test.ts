import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { suiteFolder } from "../../support/folders.ts";
import { root } from "../../support/winnow.ts";

const manifestSchema = z.looseObject({
  version: z.string(),
  dependencies: z.record(z.string(), z.string()).default({}),
});
const packedSchema = z.tuple([
  z.looseObject({ filename: z.string(), files: z.array(z.looseObject({ path: z.string() })) }),
]);
const manifestOf = (folder: string) =>
  manifestSchema.parse(JSON.parse(readFileSync(join(folder, "package.json"), "utf8")));
// npm on Windows is a script, which needs a shell.
const shell = process.platform === "win32";

const folder = suiteFolder();
let packed: z.infer<typeof packedSchema>[0];

/** Returns the packages and all their runtime dependencies, by name. */
function needed(names: readonly string[], all = new Set<string>()): Set<string> {
  for (const name of names) {
    const at = join(root, "node_modules", name);
    if (all.has(name) || !existsSync(at)) continue;
    all.add(name);
    needed(Object.keys(manifestOf(at).dependencies), all);
  }
  return all;
}

beforeAll(() => {
  const out = execFileSync("npm", ["pack", "--json", "--pack-destination", folder], {
    cwd: root,
    encoding: "utf8",
    shell,
  });
  [packed] = packedSchema.parse(JSON.parse(out.slice(out.indexOf("["))));
  // The dependencies are copied in advance, so that npm needs no registry.
  for (const name of needed(Object.keys(manifestOf(root).dependencies)))
    cpSync(join(root, "node_modules", name), join(folder, "node_modules", name), { recursive: true });
  writeFileSync(join(folder, "package.json"), "{}");
  const given = ["install", "--offline", "--ignore-scripts", "--no-audit", "--no-fund", packed.filename];
  execFileSync("npm", given, { cwd: folder, stdio: "pipe", shell });
}, 180_000);

function run(...args: string[]) {
  const env = { ...process.env, WINNOW_DATA_DIR: join(folder, "data"), WINNOW_SANDBOX_SPEED: "Infinity" };
  return spawnSync(join(folder, "node_modules/.bin/winnow"), args, {
    cwd: folder,
    env,
    encoding: "utf8",
    shell,
  });
}

it("the package contains only build output", () => {
  const paths = packed.files.map(({ path }) => path);
  expect(paths).toContain("out/main/cli.js");
  expect(
    paths.filter((path) => /^(electron|renderer|shared|test)\/|\.ts$|^out\/(renderer|preload)/.test(path)),
  ).toEqual([]);
});

it("the package installed into an empty folder prints its version, previews a list and cleans it", () => {
  expect(run("--version")).toMatchObject({ status: 0, stdout: `${manifestOf(root).version}\n`, stderr: "" });
  mkdirSync(join(folder, "lists"));
  const list = join(folder, "lists", "contacts.csv");
  writeFileSync(list, "Email,Name\nann@acme.example,Ann\nbob@acme.example,Bob\n");
  const preview = run("preview", list);
  expect(preview.status, preview.stderr).toBe(0);
  expect(preview.stdout).toMatch(/Different addresses +2/);
  const out = join(folder, "lists", "clean.csv");
  const cleaned = run("clean", list, "--out", out, "--sandbox", "--yes");
  expect(cleaned.status, cleaned.stderr).toBe(0);
  expect(readFileSync(out, "utf8")).toContain("Email,Name");
});
