import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { FaultRule, Sandbox } from "../../../electron/sandbox/index.ts";
import { results, testSandbox, verified } from "./service.ts";

const LIST = 'Town,Mail\nBern,Deliverable@corp.example\nUlm,catchall@corp.example\n"A, B",slow@gmail.com\n';

const TIME = "2026-01-05T10:00:00.000Z";

let sandbox: Sandbox;

beforeEach(async () => {
  sandbox = await testSandbox();
  await sandbox.setClock(Date.parse(TIME));
});
afterEach(() => sandbox.close());

/** The results file of the list, the time in it written as T. */
async function file(...rules: FaultRule[]): Promise<string> {
  for (const rule of rules) sandbox.faults.add(rule);
  return (await results(sandbox, await verified(sandbox, LIST))).replaceAll(TIME, "T");
}

const HEADER = "Email,Verification Result,Syntax Error,ISP,Role,Disposable,Trap,Verified At,Town\n";
const ONE = "Deliverable@corp.example,deliverable,N,N,N,N,N,T,Bern\n";
const TWO = "catchall@corp.example,accept-all,N,N,N,N,N,T,Ulm\n";
const THREE = 'slow@gmail.com,unknown,N,Y,N,N,N,T,"A, B"\n';

describe("the results file", () => {
  test("is what the contract shows", async () => {
    expect(await file()).toBe(HEADER + ONE + TWO + THREE);
  });

  test.each<[FaultRule["name"], string]>([
    ["bom", `\ufeff${HEADER}${ONE}${TWO}${THREE}`],
    ["crlf", (HEADER + ONE + TWO + THREE).replaceAll("\n", "\r\n")],
    ["no-final-newline", (HEADER + ONE + TWO + THREE).trimEnd()],
    ["no-header", ONE + TWO + THREE],
    ["reordered", HEADER + THREE + TWO + ONE],
    ["verdict-underscore", (HEADER + ONE + TWO + THREE).replace("accept-all", "accept_all")],
    ["verdict-space", (HEADER + ONE + TWO + THREE).replace("accept-all", "accept all")],
    ["verdict-unheard-of", (HEADER + ONE + TWO + THREE).replace("unknown", "risky")],
    [
      "verdict-case",
      (HEADER + ONE + TWO + THREE)
        .replace(",deliverable", ",DeliverablE")
        .replace("accept-all", "Accept-alL")
        .replace("unknown", "UnknowN"),
    ],
    ["uploaded-header", (HEADER + ONE + TWO + THREE).replace("Email", "Mail")],
    ["header-short", (HEADER + ONE + TWO + THREE).replace(",Town\n", "\n")],
    ["header-long", (HEADER + ONE + TWO + THREE).replace(",Town\n", ",Town,Remarks\n")],
    ["flags-01", HEADER + (ONE + TWO + THREE).replaceAll(",N", ",0").replaceAll(",Y", ",1")],
    ["flags-words", HEADER + (ONE + TWO + THREE).replaceAll(",N", ",false").replaceAll(",Y", ",true")],
    ["flags-blank", HEADER + (ONE + TWO + THREE).replaceAll(",N", ",")],
    ["blank-times", HEADER + (ONE + TWO + THREE).replaceAll(",T,", ",,")],
    [
      "recased",
      HEADER +
        ONE.replace("Deliverable@", "deliverable@") +
        TWO.replace("catchall@corp.example", "CATCHALL@CORP.EXAMPLE") +
        THREE.replace("slow@gmail.com", "SLOW@GMAIL.COM"),
    ],
    [
      "no-uploaded-columns",
      (HEADER + ONE + TWO + THREE)
        .replace(",Town", "")
        .replace(",Bern", "")
        .replace(",Ulm", "")
        .replace(',"A, B"', ""),
    ],
    [
      "uploaded-columns-first",
      "Town,Email,Verification Result,Syntax Error,ISP,Role,Disposable,Trap,Verified At\n" +
        "Bern,Deliverable@corp.example,deliverable,N,N,N,N,N,T\n" +
        "Ulm,catchall@corp.example,accept-all,N,N,N,N,N,T\n" +
        '"A, B",slow@gmail.com,unknown,N,Y,N,N,N,T\n',
    ],
    [
      "accept-all-column",
      "Email,Verification Result,Accept-all,Syntax Error,ISP,Role,Disposable,Trap,Verified At,Town\n" +
        "Deliverable@corp.example,deliverable,N,N,N,N,N,N,T,Bern\n" +
        "catchall@corp.example,accept-all,Y,N,N,N,N,N,T,Ulm\n" +
        'slow@gmail.com,unknown,N,N,Y,N,N,N,T,"A, B"\n',
    ],
    [
      "quoted-spaced",
      `${HEADER}${ONE}${TWO}${THREE.replace("A, B", "A; B")}`
        .replaceAll('"', "")
        .trimEnd()
        .split("\n")
        .map((line) =>
          line
            .split(",")
            .map((cell, i) => `${["", ", ", ",\t"][i === 0 ? 0 : 2 - (i % 2)]}"${cell.replace(";", ",")}"`)
            .join(""),
        )
        .join("\n")
        .concat("\n"),
    ],
  ])("%s", async (name, text) => {
    expect(await file({ name })).toBe(text);
  });

  test("rows-missing", async () => {
    expect(await file({ name: "rows-missing", value: 2 })).toBe(HEADER + ONE + THREE);
  });

  test("rows-doubled", async () => {
    expect(await file({ name: "rows-doubled", value: 2 })).toBe(HEADER + ONE + TWO + TWO + THREE);
  });

  test("rows-strange", async () => {
    expect(await file({ name: "rows-strange", value: 1 })).toBe(
      `${HEADER}${ONE}${TWO}${THREE}stranger-0@elsewhere.example,deliverable,N,N,N,N,N,T,\n`,
    );
  });

  test("several at once, with nothing before the mark", async () => {
    const text = await file({ name: "bom" }, { name: "no-header" }, { name: "no-final-newline" });
    expect(text).toBe(`\ufeff${(ONE + TWO + THREE).trimEnd()}`);
  });
});
