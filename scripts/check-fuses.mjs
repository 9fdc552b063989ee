// node scripts/check-fuses.mjs <packaged program>...: reads the fuses of each and compares them with
// electron-builder.yml.
import { FuseV1Options, getCurrentFuseWire } from "@electron/fuses";

/** Expected fuses, by their name in @electron/fuses. */
const WANTED = {
  RunAsNode: true,
  EnableCookieEncryption: false,
  EnableNodeOptionsEnvironmentVariable: false,
  EnableNodeCliInspectArguments: false,
  EnableEmbeddedAsarIntegrityValidation: true,
  OnlyLoadAppFromAsar: true,
  GrantFileProtocolExtraPrivileges: false,
};

const ON = "1".charCodeAt(0);
const OFF = "0".charCodeAt(0);

const programs = process.argv.slice(2);
if (programs.length === 0) throw new Error("which program?");
for (const program of programs) {
  const wire = await getCurrentFuseWire(program);
  const wrong = Object.entries(WANTED).filter(([name, on]) => wire[FuseV1Options[name]] !== (on ? ON : OFF));
  for (const [name, on] of wrong) console.error(`${program}: ${name} should be ${on ? "on" : "off"}`);
  if (wrong.length > 0) process.exitCode = 1;
  else console.log(`${program}: ${Object.keys(WANTED).length} fuses are set as wanted`);
}
