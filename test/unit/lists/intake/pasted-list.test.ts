import { expect, test } from "vitest";
import { listOfPasted } from "../../../../electron/engine/lists/intake/pasted-list.ts";

const ANN_AND_BOB = "Email,Name\nann@a.example,Ann Lee\nbob@b.example,Bob Ray\n";
const BOTH = "Email\nann@a.example\nbob@b.example\n";
const LAST_NAME_FIRST = 'Email,Name\nann@a.example,"Lee, Ann"\nbob@b.example,"Ray, Bob"\n';

test.each([
  ['"Ann Lee" <ann@a.example>, "Bob Ray" <bob@b.example>', ANN_AND_BOB],
  ["To: Ann Lee <ann@a.example>\nCc: 'Bob Ray' <bob@b.example>.", ANN_AND_BOB],
  ["1. Ann Lee - ann@a.example\n2. Bob Ray – bob@b.example\n", ANN_AND_BOB],
  ["Ann Lee ann@a.example\nBob Ray bob@b.example\n", ANN_AND_BOB],
  ["ann@a.example Ann Lee\nbob@b.example Bob Ray\n", ANN_AND_BOB],
  ["Ann Lee (ann@a.example)\nBob Ray (bob@b.example)\n", ANN_AND_BOB],
  ['"Lee, Ann" <ann@a.example>, "Ray, Bob" <bob@b.example>', LAST_NAME_FIRST],
  ["Lee, Ann <ann@a.example>, Ray, Bob <bob@b.example>", LAST_NAME_FIRST],
  ['"ann@a.example" <ann@a.example>, Bob <bob@b.example>', "Email,Name\nann@a.example,\nbob@b.example,Bob\n"],
  ["Ann <ann@a.example>, bob@@b.example", "Email,Name\nann@a.example,Ann\nbob@@b.example,\n"],
  [
    "Ann <ann@a.example>; B <b@b.example>; C <c@c.example>; D <d@d.example>; The team",
    "Email,Name\nann@a.example,Ann\nb@b.example,B\nc@c.example,C\nd@d.example,D\nThe team,\n",
  ],
])("pasted addresses with display names become a table: %j", (text, table) => {
  expect(listOfPasted(text)).toBe(table);
});

test.each([
  ["• ann@a.example\r\n• bob@@b\r\n", "Email\r\n• ann@a.example\r\n• bob@@b\r\n"],
  ["ann@a.example\n\nann@a.example", "Email\nann@a.example\n\nann@a.example"],
  [
    "ann@a.example, bob@b.example; cy@c.example dan@d.example",
    "Email\nann@a.example\nbob@b.example\ncy@c.example\ndan@d.example\n",
  ],
  ["To: ann@a.example\nCc: bob@b.example", BOTH],
  ['["ann@a.example", "bob@b.example"]', BOTH],
  ["ann@a.example and bob@b.example", BOTH],
  ["1 ann@a.example\n2 bob@b.example", BOTH],
])("pasted addresses alone get a header: %j", (text, table) => {
  expect(listOfPasted(text)).toBe(table);
});

test.each([
  ["a table", "Name,Email\nAnn,ann@a.example\n"],
  [
    "a title above addresses, which may be the name of their column",
    "Contacts\nann@a.example\nbob@b.example\n",
  ],
  ["columns between bars", "Ann Lee | ann@a.example\nBob Ray | bob@b.example\n"],
  ["a table without a header", "Ann,<ann@a.example>,Oslo\nBob,<bob@b.example>,Rome\n"],
  ["an address with a comma in place of a dot", "Ann <ann@a.example>\njohn,doe@a.example\n"],
  ["a name that may be half an address", "john doe@a.example\n"],
  ["a name that may be half an address, among others", "ann@a.example\njohn doe@a.example\nbob@b.example\n"],
  ["prose", "Please write to Ann <ann@a.example>, thank you.\nBob"],
])("other pasted text stays as it is: %s", (_what, text) => {
  expect(listOfPasted(text)).toBe(text);
});
