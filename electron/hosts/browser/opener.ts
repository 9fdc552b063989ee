import { randomUUID } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import open from "open";

/**
 * Opens `url` in the user's browser by way of a file that leads there: every user of this machine can read command lines, and the address holds a
 * token. `folder` is made, private, and such files of earlier runs go; the answer removes them, and it. Nothing is thrown: the user has the address in the
 * terminal as well.
 */
export async function openPrivately(url: string, folder: string): Promise<() => Promise<void>> {
  const remove = () => rm(folder, { recursive: true, force: true }).catch(() => undefined);
  try {
    await remove();
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = join(folder, `open-winnow-${randomUUID()}.html`);
    await writeFile(file, leadTo(url), { flag: "wx", mode: 0o600 });
    await open(file);
  } catch {
    await remove();
  }
  return remove;
}

function leadTo(url: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0;url=${url}"><title>Winnow</title></head>
<body><a href="${url}">Open Winnow</a></body></html>
`;
}
