import { readArchive } from "./archive.ts";
import { xmlReader } from "./xml.ts";

/** Entries with a sheet's link targets: relations of XLSX sheets, content of OpenDocument. */
const LINK_PARTS = /worksheets\/_rels\/[^/]+\.rels$|^content\.xml$/i;

/** Returns whether cells of the workbook at `path` contain `mailto:` links. Throws {@link ArchiveRefusal}. */
export async function hasMailLinks(path: string): Promise<boolean> {
  let found = false;
  await readArchive(path, (name) => {
    if (!LINK_PARTS.test(name)) return null;
    return xmlReader({
      open(_element, attributes) {
        const target = attributes.Target ?? attributes["xlink:href"] ?? "";
        if (/^mailto:[^?]*@/i.test(target)) found = true;
      },
    });
  });
  return found;
}
