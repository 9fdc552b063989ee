import { readFile } from "node:fs/promises";
import { z } from "zod";
import type { AppInfo } from "../../shared/bridge/app.ts";

type Licence = AppInfo["licences"][number];

const listSchema = z.array(z.object({ name: z.string(), version: z.string(), licence: z.string() }));

/** Returns the packages listed beside each bundle, each version once, sorted by name. Missing lists are skipped. */
export async function bundledLicences(out: URL): Promise<Licence[]> {
  const lists = await Promise.all(
    ["main", "renderer"].map((bundle) => read(new URL(`${bundle}/licences.json`, out))),
  );
  const byKey = new Map(lists.flat().map((one) => [`${one.name}@${one.version}`, one]));
  return [...byKey.values()].sort((a, b) => a.name.localeCompare(b.name, "en"));
}

async function read(file: URL): Promise<Licence[]> {
  try {
    return listSchema.parse(JSON.parse(await readFile(file, "utf8")));
  } catch {
    return [];
  }
}
