import type { Command } from "commander";
import type { TeamConnectOptions, TeamSqlOptions, TeamUndoOptions } from "../commands/team.ts";
import type { OutputOptions } from "../terminal/terminal.ts";
import { type CommandRunner, localDayIn, nameUpTo } from "./options.ts";

export function addTeamCommands(winnow: Command, { run }: CommandRunner): void {
  const team = winnow
    .command("team")
    .description(
      "share verdicts, bounces and suppression lists with colleagues, on your own PostgreSQL server",
    );
  const connecting = (command: Command) =>
    command
      .option("--name <name>", "what your colleagues call you", nameUpTo(80))
      .option("--ca-file <file>", "certificate authority of the server")
      .option("--yes", "share without asking");
  connecting(
    team
      .command("init [url]")
      .description(
        "create a team on postgres://user@host/database, or WINNOW_TEAM_URL, and join it; asks for the password",
      ),
  )
    .option("--from-here", "rebuild the team of this computer, whose server is lost, from what is known here")
    .action((url: string | undefined, options: TeamConnectOptions) =>
      run(async () => (await import("../commands/team.ts")).teamInitCommand(url, options), options, JOINING),
    );
  connecting(
    team
      .command("join [url]")
      .description("join the team on that server, or WINNOW_TEAM_URL; asks for the password"),
  ).action((url: string | undefined, options: TeamConnectOptions) =>
    run(async () => (await import("../commands/team.ts")).teamJoinCommand(url, options), options, JOINING),
  );
  team
    .command("status")
    .description("the team's members, what they shared and received, and who is verifying now")
    .action((options: OutputOptions) =>
      run(
        async () => (await import("../commands/team.ts")).teamStatusCommand(options),
        options,
        WITHOUT_CLEANINGS,
      ),
    );
  team
    .command("sync")
    .description("share and receive everything now")
    .action((options: OutputOptions) =>
      run(
        async () => (await import("../commands/team.ts")).teamSyncCommand(options),
        options,
        WITHOUT_CLEANINGS,
      ),
    );
  team
    .command("leave")
    .description("stop sharing")
    .option("--remove", "also delete what colleagues have shared with this computer")
    .option("--yes", "leave without asking")
    .action((options: OutputOptions & { remove?: boolean; yes?: boolean }) =>
      run(
        async () => (await import("../commands/team.ts")).teamLeaveCommand(options),
        options,
        WITHOUT_CLEANINGS,
      ),
    );
  team
    .command("sql")
    .description("print a script for the server's administrator: logins, tables and rights")
    .requiredOption("--owner <login>", "the login that owns the team's data")
    .option("--member <login...>", "logins that share and receive")
    .option("--reader <login...>", "logins that receive only")
    .action((options: TeamSqlOptions) =>
      run(async () => (await import("../commands/team.ts")).teamSqlCommand(options), options, {
        readOnly: true,
      }),
    );
  team
    .command("admit <login>")
    .description("let a login of the server use the team's data; only for its owner")
    .option("--reader", "let it receive only")
    .action((login: string, options: OutputOptions & { reader?: boolean }) =>
      run(
        async () => (await import("../commands/team.ts")).teamAdmitCommand(login, options),
        options,
        WITHOUT_CLEANINGS,
      ),
    );
  team
    .command("dismiss <login>")
    .description("end a member's access; only for the owner")
    .action((login: string, options: OutputOptions) =>
      run(
        async () => (await import("../commands/team.ts")).teamDismissCommand(login, options),
        options,
        WITHOUT_CLEANINGS,
      ),
    );
  team
    .command("undo")
    .description("take back what a member has shared, everywhere; only for the owner")
    .requiredOption("--member <login>", "the member's login, also a dismissed one's")
    .option("--since <yyyy-mm-dd>", "only what arrived since", localDayIn)
    .option("--yes", "take back without asking")
    .action((options: TeamUndoOptions) =>
      run(
        async () => (await import("../commands/team.ts")).teamUndoCommand(options),
        options,
        WITHOUT_CLEANINGS,
      ),
    );
}

/** Unfinished cleanings don't continue during these commands. */
const WITHOUT_CLEANINGS = { goOn: false } as const;
/** Nothing is shared before the user agrees. */
const JOINING = { goOn: false, ignoresTeam: true } as const;
