// node scripts/check-fuses.mjs <packaged program>: reads the fuses back out of it and compares them with electron-builder.yml.
import { FuseV1Options, getCurrentFuseWire } from "@electron/fuses";

/** What must be set, by the name in Electron's own list. */
const WANTED = {
  RunAsNode: false,
  EnableCookieEncryption: true,
  EnableNodeOptionsEnvironmentVariable: false,
  EnableNodeCliInspectArguments: false,
  EnableEmbeddedAsarIntegrityValidation: true,
  OnlyLoadAppFromAsar: true,
  GrantFileProtocolExtraPrivileges: false,
};

/** A fuse is a character of the wire in the program. */
const ON = "1".charCodeAt(0);
const OFF = "0".charCodeAt(0);

const [program] = process.argv.slice(2);
if (program === undefined) throw new Error("which program?");
const wire = await getCurrentFuseWire(program);
const wrong = Object.entries(WANTED).filter(([name, on]) => {
  const state = wire[FuseV1Options[name]];
  return state !== (on ? ON : OFF);
});
for (const [name, on] of wrong) console.error(`${name} should be ${on ? "on" : "off"}`);
if (wrong.length > 0) process.exit(1);
console.log(`${Object.keys(WANTED).length} fuses are set as wanted`);
