import { spawn } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const SWITCHES = [
  "--window-size=1200,800",
  "--class=Winnow",
  "--no-first-run",
  "--no-default-browser-check",
  "--hide-crash-restore-bubble",
  // The window is for Winnow's page alone: it asks its maker for nothing and tells it nothing.
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-domain-reliability",
  "--disable-extensions",
  "--disable-sync",
];

/** Chromium would offer to keep what is typed into the page, the key of an account among it, and to translate the page. */
const PREFERENCES = {
  credentials_enable_service: false,
  credentials_enable_autosignin: false,
  profile: { password_manager_enabled: false },
  autofill: { profile_enabled: false, credit_card_enabled: false },
  translate: { enabled: false },
};

/** A window of its own for Winnow. */
export interface AppWindow {
  /** Resolves when it is gone, or never came; never rejects. */
  readonly closed: Promise<void>;
  close(): void;
}

/**
 * Shows the page that `file` leads to in a window of `program`, a Chromium, without an address bar, on a profile of its own
 * in the folder `profile`.
 */
export async function openAppWindow(program: string, file: string, profile: string): Promise<AppWindow> {
  await mkdir(join(profile, "Default"), { recursive: true, mode: 0o700 });
  const preferences = join(profile, "Default", "Preferences");
  // Chromium keeps its own in it from the first time on.
  await writeFile(preferences, JSON.stringify(PREFERENCES), { flag: "wx", mode: 0o600 }).catch(
    () => undefined,
  );
  const args = [...SWITCHES, `--user-data-dir=${profile}`, `--app=${pathToFileURL(file)}`];
  // What a crash leaves holds memory, a key perhaps: it stays with the profile, not with the user's own browser.
  const env = { ...process.env, BREAKPAD_DUMP_LOCATION: join(profile, "Crash Reports") };
  const child = spawn(program, args, { stdio: "ignore", env });
  const closed = new Promise<void>((resolve) => {
    child.once("error", () => resolve());
    child.once("exit", () => resolve());
  });
  return { closed, close: () => void child.kill() };
}
