import { randomUUID } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import open from "open";

/**
 * Opens `url` in the user's browser through a private redirect file, because other users can read command lines and the
 * URL holds a token. Recreates `folder` and returns a function that removes it. Never throws: the URL is printed in the
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
