import type { CellType } from "./cell-types.ts";
import { isoDateText, isoDurationText, numberText } from "./number-formats.ts";

export type Attributes = Readonly<Record<string, string>>;

/** Returns the value of a cell (OpenDocument 1.3, part 3, §19.385). `shown` is its text as displayed. */
export function cellText(attributes: Attributes, shown: string): string {
  switch (attributes["office:value-type"]) {
    case "float":
    case "percentage":
    case "currency": {
      const value = attributes["office:value"] ?? "";
      // Keep leading zeros of postcodes and customer numbers.
      return /^0\d+$/.test(shown) ? shown : numberText(value, undefined, false);
    }
    case "date": {
      const written = attributes["office:date-value"];
      return written === undefined ? shown : isoDateText(written);
    }
    case "time":
      return clockOf(attributes) ?? shown;
    case "boolean":
      return (attributes["office:boolean-value"] ?? shown).toUpperCase();
    default:
      return shown !== "" ? shown : (attributes["office:string-value"] ?? "");
  }
}

function clockOf(attributes: Attributes): string | null {
  return isoDurationText(attributes["office:time-value"] ?? "");
}

const PERCENT = 10;
const MONEY = 4;
const DAY = 14;
const DAY_AND_TIME = 22;
const TIME = 21;
const DURATION = 46;

/** Returns the cell's type, with a built-in format of XLSX; `undefined` for text. */
export function typeOf(attributes: Attributes): CellType | undefined {
  const formula = attributes["table:formula"] === undefined ? {} : ({ formula: true } as const);
  switch (attributes["office:value-type"]) {
    case "float":
      return { kind: "number", format: 0, ...formula };
    case "percentage":
      return { kind: "number", format: PERCENT, ...formula };
    case "currency":
      return { kind: "number", format: MONEY, ...formula };
    case "date": {
      const isDay = !/T(?!00:00:00)/.test(attributes["office:date-value"] ?? "");
      return { kind: "number", format: isDay ? DAY : DAY_AND_TIME, ...formula };
    }
    case "boolean":
      return { kind: "boolean", ...formula };
    case "time": {
      const clock = clockOf(attributes);
      if (clock === null) return { kind: "other", ...formula };
      return { kind: "number", format: Number.parseInt(clock, 10) < 24 ? TIME : DURATION, ...formula };
    }
    default:
      return attributes["table:formula"] === undefined ? undefined : { kind: "text", formula: true };
  }
}
