import { basename, extname, join } from "node:path";
import { app, type BrowserWindow, dialog, nativeImage, type OpenDialogOptions, shell } from "electron";
import type { z } from "zod";
import { hostCalls } from "../../shared/bridge/app.ts";
import type { HostCallName } from "../../shared/bridge.ts";
import { type Problem, problem } from "../../shared/problems.ts";
import { fail, ok, type Result } from "../../shared/result.ts";
import { layoutOf, safeFileName, stampAt, writeUserFile } from "../engine/index.ts";
import type { GrantedPaths, OwnFiles } from "./file-access.ts";
import { LIST_EXTENSIONS, OPENABLE_EXTENSIONS } from "./launch-files.ts";
import { words } from "./words.ts";

/** Countries that use Letter paper; all others use A4. */
const LETTER: ReadonlySet<string> = new Set(["US", "CA", "MX", "PH", "CL", "CO", "VE"]);

/** File types that Winnow writes and that are safe to open: none is executable. */
const DOCUMENTS: readonly string[] = [...LIST_EXTENSIONS, ".zip", ".pdf"];

export interface HostCallOptions {
  readonly window: BrowserWindow;
  readonly dataDir: string;
  readonly ownFiles: OwnFiles;
  readonly granted: GrantedPaths;
  readonly dragImage: string;
}

type Input<N extends HostCallName> = z.output<(typeof hostCalls)[N]["input"]>;
type Output<N extends HostCallName> = z.output<(typeof hostCalls)[N]["output"]>;
type Answers = { [N in HostCallName]: (input: Input<N>) => Promise<Result<Output<N>>> };

const LISTS: OpenDialogOptions = {
  title: words.pickFiles,
  properties: ["openFile", "multiSelections"],
  filters: [
    { name: words.listFiles, extensions: OPENABLE_EXTENSIONS.map((extension) => extension.slice(1)) },
    { name: words.allFiles, extensions: ["*"] },
  ],
};
const BACKUP: OpenDialogOptions = { title: words.pickBackup, properties: ["openDirectory"] };
const BACKUP_TARGET: OpenDialogOptions = {
  title: words.pickBackupTarget,
  properties: ["openDirectory", "createDirectory"],
};
const DIALOGS = { lists: LISTS, backup: BACKUP, backup_target: BACKUP_TARGET } as const;

export function isHostCall(name: string): name is HostCallName {
  return Object.hasOwn(hostCalls, name);
}

/** Implements the host calls: dialogs, the file manager, dragging files out. */
export function createHostCalls(options: HostCallOptions) {
  const { window, ownFiles, granted } = options;
  const forbidden = fail(problem("forbidden"));
  const isOwnDocument = (path: string) => {
    return ownFiles.has(path) && DOCUMENTS.includes(extname(path).toLowerCase());
  };

  const answers: Answers = {
    async "host.pickFiles"({ what }) {
      const picked = await dialog.showOpenDialog(window, DIALOGS[what]);
      for (const path of picked.filePaths)
        what === "backup_target" ? granted.grantWrite(path) : granted.grantRead(path);
      return ok({ sources: picked.filePaths.map((path) => ({ kind: "path" as const, path })) });
    },
    async "host.pickTarget"({ name }) {
      const defaultPath = join(app.getPath("downloads"), safeFileName(basename(name)));
      const picked = await dialog.showSaveDialog(window, {
        defaultPath,
        // On Linux, the dialog confirms overwriting only with this property.
        properties: ["createDirectory", "showOverwriteConfirmation"],
      });
      if (picked.canceled) return ok({ target: null });
      const { filePath: path } = picked;
      granted.grantWrite(path);
      // The dialog has confirmed replacing the file that exists now.
      const existing = stampAt(path);
      return ok({
        target:
          existing === null ? { path, overwrite: false } : { path, overwrite: true, standing: existing },
      });
    },
    async "host.savePdf"({ target }) {
      if (!granted.allows({ target })) return fail(problem("path_not_chosen"));
      const pdf = await window.webContents.printToPDF({
        printBackground: true,
        pageSize: LETTER.has(app.getLocaleCountryCode()) ? "Letter" : "A4",
      });
      const { path, overwrite, standing } = target;
      const replaces = overwrite ? (standing ?? stampAt(path)) : null;
      const written = await writeUserFile(path, replaces, pdf, layoutOf(options.dataDir));
      if (!written.ok) return written;
      ownFiles.addFromResult("host.savePdf", { path });
      return ok({ path });
    },
    async "host.showFile"({ path }) {
      if (!ownFiles.has(path)) return forbidden;
      shell.showItemInFolder(path);
      return ok({});
    },
    async "host.openFile"({ path }) {
      if (!isOwnDocument(path)) return forbidden;
      const why = await shell.openPath(path);
      return why === "" ? ok({}) : fail(problem("file_unreadable", { path, said: why }));
    },
    async "host.dragFile"({ path }) {
      if (!isOwnDocument(path)) return forbidden;
      window.webContents.startDrag({ file: path, icon: nativeImage.createFromPath(options.dragImage) });
      return ok({});
    },
  };

  return async <N extends HostCallName>(name: N, input: unknown): Promise<Result<unknown>> => {
    const parsed = hostCalls[name].input.safeParse(input);
    if (!parsed.success) return fail(notUnderstood(name));
    // The schema just parsed is the one that Input<N> is inferred from.
    return await answers[name](parsed.data as Input<N>);
  };
}

function notUnderstood(call: string): Problem {
  return problem("call_invalid", { call, why: "input" });
}
