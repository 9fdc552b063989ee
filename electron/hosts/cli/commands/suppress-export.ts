import { count, counted } from "../../../../shared/numbers.ts";
import { problem } from "../../../../shared/problems.ts";
import { fail, ok } from "../../../../shared/result.ts";
import { formatOf, guardedSentence, type SuppressionShape } from "../../../../shared/suppression-formats.ts";
import type { Command } from "../run-command.ts";
import type { OutputOptions } from "../terminal/terminal.ts";
import { resolveOutput, withAdviceBefore } from "../writing/output-target.ts";

export interface SuppressExportOptions extends OutputOptions {
  readonly as: SuppressionShape;
  /** In Unix ms. */
  readonly since?: number;
  readonly out: string;
  readonly overwrite?: boolean;
}

export function suppressExportCommand(options: SuppressExportOptions): Command {
  return async ({ session, terminal, begin }) => {
    const { as, since = null, json } = options;
    const place = resolveOutput({ ...options, contents: "csv" }, session.dataDir, []);
    if (!place.ok) return place;
    const { path } = place.value;
    if (place.value.kind === "stream") return fail(problem("out_not_a_file", { path }));
    const standing = place.value.standing ?? undefined;
    begin();
    const target = { kind: "path" as const, path, overwrite: standing !== undefined, standing };
    const replaceNumbered = options.overwrite === true;
    const written = await session.call("exports.suppression", { as, since, target, replaceNumbered });
    if (!written.ok) return fail(withAdviceBefore(written.problem));
    const { addresses, domains, domainsLeftOut, guarded } = written.value;
    const files = written.value.files.map((file) => file.path);
    if (json === true) {
      terminal.json({ out: path, files, as, addresses, domains, domainsLeftOut, guarded });
      return ok(null);
    }
    const what = `${counted(addresses, "address", "addresses")}${domains === 0 ? "" : ` and ${counted(domains, "domain")}`}`;
    terminal.say(`${what} written to ${files.join(", ")}.`);
    if (files.length > 1)
      terminal.say(
        `${formatOf(as).name} does not import so many at once: import all ${count(files.length)} files.`,
      );
    if (domainsLeftOut > 0)
      terminal.say(
        `${formatOf(as).name} does not accept whole domains: ${counted(domainsLeftOut, "is", "are")} not in the file. Winnow still leaves their addresses out of your lists.`,
      );
    if (guarded > 0) terminal.say(guardedSentence(guarded));
    return ok(null);
  };
}
