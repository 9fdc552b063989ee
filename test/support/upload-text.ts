import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ServiceClient } from "../../electron/engine/service/index.ts";

/** Uploads `text` as a list, for tests in which the file does not matter. */
export async function uploadText(client: ServiceClient, text = "email\na@b.example\n") {
  const folder = await mkdtemp(join(tmpdir(), "winnow-upload-"));
  try {
    const path = join(folder, "list.csv");
    await writeFile(path, text);
    return await client.uploadFile(path);
  } finally {
    await rm(folder, { recursive: true });
  }
}
