type Kind = "letter" | "digit" | "blank" | "sign";

function kindOf(character: string | undefined): Kind {
  if (character === undefined || /[\s"',;|(<[]/.test(character)) return "blank";
  if (/\p{L}/u.test(character)) return "letter";
  return /\d/.test(character) ? "digit" : "sign";
}

/** What a sign costs more where it does not belong. */
const MISPLACED = -5;

/** How likely a sign beyond ASCII is between its neighbours (undefined: the text ends), as a logarithm. */
export function signCost(sign: string, left: string | undefined, right: string | undefined): number {
  const before = kindOf(left);
  const after = kindOf(right);
  const within = before === "letter" && after === "letter";
  const opens = before !== "letter" && before !== "digit" && after !== "blank";
  const closes = before !== "blank" && after !== "letter" && after !== "digit";
  const apart = before === "blank" && after === "blank";
  const isFree = before !== "letter" && after !== "letter";
  const at = (fits: boolean, cost: number) => (fits ? cost : cost + MISPLACED);
  if (/[’ʼ]/u.test(sign)) return before === "blank" && after === "letter" ? -7 : at(within || closes, -5);
  if (/[“„‘‚«‹¿¡「『（《【]/u.test(sign)) return at(opens || (apart && /[«]/u.test(sign)), -6);
  if (/[”»›」』）》】]/u.test(sign)) return at(closes, -6);
  if (/[–—]/u.test(sign)) return at(apart || (before === "digit" && after === "digit") || within, -6);
  if (/[€£]/u.test(sign)) return at(!within, -6);
  if (/[™®©]/u.test(sign)) return at(closes || before === "blank", -7);
  if (/[…°ºª²³½§•·・、。，：！？　]/u.test(sign)) return at(!within || /[·・、。，：！？　]/u.test(sign), -8);
  if (/\u00A0/u.test(sign)) return -8;
  if (/[×±µ¼¾´¨¹†‡¤¥¢¬¦¯¸¶÷ƒ‰№]/u.test(sign)) return at(isFree, -9);
  return at(isFree, -12);
}
