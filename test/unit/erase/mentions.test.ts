import { describe, expect, it } from "vitest";
import { mentionsInBytes } from "../../../electron/engine/erase/blank.ts";
import { withoutMentions } from "../../../electron/engine/erase/mentions.ts";
import { peopleOf } from "../../../electron/engine/memory/index.ts";
import { encodingNamed } from "../../../electron/engine/text/index.ts";

const people = peopleOf([
  "ann@firm.example",
  "müller@firm.example",
  "@gone.example",
  "örg@xn--mller-kva.example",
]);

describe("mentions of erased people in a text", () => {
  it.each([
    ["ann@firm.example", "xxxxxxxxxxxxxxxx"],
    ["ann@firm.example.", "xxxxxxxxxxxxxxxx."],
    ["https://u.example/?e=ann@firm.example&x=1", "https://u.example/?e=xxxxxxxxxxxxxxxx&x=1"],
    ["https://u.example/?e=ann%40firm.example&x=1", "https://u.example/?e=xxxxxxxxxxxxxxxxxx&x=1"],
    ["e%3Dann%40firm.example%26x", "e%3Dxxxxxxxxxxxxxxxxxx%26x"],
    ["“ann@firm.example”", "“xxxxxxxxxxxxxxxx”"],
    ["連絡先ann@firm.exampleまで", "連絡先xxxxxxxxxxxxxxxxまで"],
    ["ann@firm.example.csv", "xxxxxxxxxxxxxxxx.csv"],
    ["ann@firm.example-cleaned (2).csv", "xxxxxxxxxxxxxxxx-cleaned (2).csv"],
    ["bounces of list_ann@firm.example.csv", "bounces of list_xxxxxxxxxxxxxxxx.csv"],
    ["old-ann@firm.example.xls", "old-xxxxxxxxxxxxxxxx.xls"],
    [JSON.stringify("Old:\nann@firm.example"), '"Old:\\nxxxxxxxxxxxxxxxx"'],
    ['{"to":"\\u003cann@firm.example\\u003e"}', '{"to":"\\u003cxxxxxxxxxxxxxxxx\\u003e"}'],
    ["müller@firm.example", "xxxxxxxxxxxxxxxxxxx"],
    ["m%C3%BCller%40firm.example", "xxxxxxxxxxxxxxxxxxxxxxxxxx"],
    ["„örg@müller.example“ …", "„xxxxxxxxxxxxxxxxxx“ …"],
    ["«ann@firm.example»\u00a0—", "«xxxxxxxxxxxxxxxx»\u00a0—"],
    ["örg@müller.example\u00a0—", "xxxxxxxxxxxxxxxxxx\u00a0—"],
    ["%C3%B6rg%40m%C3%BCller.example", "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"],
    ["örg@m%C3%BCller.example&x", "xxxxxxxxxxxxxxxxxxxxxxx&x"],
    ["ann&#64;firm.example, ann&#x40;firm.example", "xxxxxxxxxxxxxxxxxxxx, xxxxxxxxxxxxxxxxxxxxx"],
    ['{"to":"ann\\u0040firm.example"}', '{"to":"xxxxxxxxxxxxxxxxxxxxx"}'],
    ["ann＠firm.example", "xxxxxxxxxxxxxxxx"],
    ["_ann@firm.example_", "_xxxxxxxxxxxxxxxx_"],
    ["bounce+7-ann=firm.example@lists.example", "bounce+7-xxxxxxxxxxxxxxxx@lists.example"],
    ["eve+news@gone.example, @gone.example", "xxxxxxxxxxxxxxxxxxxxx, xxxxxxxxxxxxx"],
  ])("are blanked: %s", (text, expected) => {
    expect(withoutMentions(text, people)).toBe(expected);
  });

  it.each([
    "joann@firm.example",
    "ann@firm.example.org",
    "ann@firm.example-two.org",
    "o'ann@firm.example",
    "jo-ann@firm.example",
    "mary.ann@firm.example",
    "ann+news@firm.example",
    "ann@sub.firm.example",
    "100% @ home",
    "ann=firm.example.org@lists.example",
    "joann＠firm.example",
    "jörg@müller.example",
  ])("do not include %s, which is someone else", (text) => {
    expect(withoutMentions(text, people)).toBeNull();
  });

  it.each(["UTF-8", "UTF-16LE", "UTF-16BE", "windows-1252"])("are found in %s", (name) => {
    const text = name === "UTF-8" ? "é,“örg＠müller.example”" : "é,“müller@firm.example”;bob@firm.example";
    const bytes = {
      "UTF-8": Buffer.from(text),
      "UTF-16LE": Buffer.from(text, "utf16le"),
      "UTF-16BE": Buffer.from(text, "utf16le").swap16(),
      "windows-1252": Buffer.from(text.replace("“", "\x93").replace("”", "\x94"), "latin1"),
    }[name];
    const encoding = encodingNamed(name);
    if (bytes === undefined || encoding === null) throw new Error(name);
    const [place, ...more] = mentionsInBytes(bytes, people, encoding);
    expect(more).toEqual([]);
    const before = name.startsWith("UTF-16") ? 6 : name === "UTF-8" ? 6 : 3;
    expect(place?.start).toBe(before);
  });
});
