import { Box, UnstyledButton } from "@mantine/core";
import type { ReactNode } from "react";
import type { Price } from "../../../shared/bridge/cleanings.ts";
import type { Preflight } from "../../../shared/bridge/lists.ts";
import { count } from "../../../shared/numbers.ts";
import { elsewhereWords } from "../../../shared/price.ts";
import { GrainBar, GrainMark } from "../../components/GrainBar.tsx";
import { cleanWords, listSummaryWords, priceWords } from "../../words/clean.ts";
import { useReadList } from "./read-list-context.tsx";
import css from "./Story.module.css";

/** Divides a list's rows; the parts add up. Uses the list's own counts while `price` is `null`. */
function sharesOf(preflight: Preflight, price: Price | null) {
  const isList = preflight.kind !== "results";
  const given = price ?? {
    ...preflight,
    credits: isList ? preflight.unique : 0,
    known: 0,
    inFile: isList ? 0 : preflight.unique,
    suppressed: 0,
    beyondLimit: 0,
  };
  const { elsewhere = 0, withoutVerdict = 0, knownFromTeam = 0 } = price ?? {};
  const where = elsewhereWords(price ?? {});
  const shareOf = (terms: readonly (readonly [number, (n: number) => string])[]) => ({
    rows: terms.reduce((sum, [rows]) => sum + rows, 0),
    words: terms.filter(([rows]) => rows > 0).map(([rows, words]) => words(rows)),
  });
  return {
    toVerify: given.credits,
    /** Rows with a verdict that cost nothing. */
    free: shareOf([
      [given.known - knownFromTeam, priceWords.known],
      [knownFromTeam, priceWords.knownFromTeam],
      [given.inFile ?? 0, priceWords.inFile],
      [elsewhere, (n) => priceWords.elsewhere(n, where)],
    ]),
    /** Rows without a verdict, apart from invalid ones. */
    leftOut: shareOf([
      [given.repeated, priceWords.repeated],
      [given.empty, priceWords.empty],
      [given.suppressed, priceWords.suppressed],
      [price?.erased ?? 0, priceWords.erased],
      [withoutVerdict, priceWords.withoutVerdict],
      [given.beyondLimit, priceWords.beyondLimit],
    ]),
    malformed: given.malformed,
  };
}

function Part(props: { mark: ReactNode; name: string; value: number; children: ReactNode }) {
  return (
    <div className={css.part}>
      <div className={css.name}>
        {props.mark} {props.name}
      </div>
      <div className={css.value}>{count(props.value)}</div>
      <div className="quiet">{props.children}</div>
    </div>
  );
}

function Opens(props: { children: string; onOpen: () => void }) {
  return (
    <UnstyledButton className={css.opens} onClick={props.onOpen}>
      {props.children}
    </UnstyledButton>
  );
}

/** Shows how rows become credits: as a sentence, as grains, and as numbers that add up. */
export function Story() {
  const { intake, preflight, openDrawer } = useReadList();
  const { rows, malformed, typos, role, disposable } = preflight;
  const shares = sharesOf(preflight, intake.price);
  const leftOutRows = shares.leftOut.rows + shares.malformed;
  // The count of typos includes known addresses, so omit it if there are any.
  const mistyped = shares.free.rows === 0 ? Math.min(typos, shares.toVerify) : 0;
  const kinds = [
    ["free", preflight.free, listSummaryWords.atFreeProviders],
    ["role", role, listSummaryWords.role],
    ["disposable", disposable, listSummaryWords.disposable],
  ] as const;
  const shown = kinds.filter(([, value]) => value > 0);
  return (
    <Box role="group" aria-label={listSummaryWords.title}>
      <p className={css.sentence}>{listSummaryWords.sentence(rows, shares.toVerify, shares.free.rows)}</p>
      <GrainBar
        parts={[
          { grain: "paid", count: shares.toVerify - mistyped },
          { grain: "husk", count: mistyped },
          { grain: "free", count: shares.free.rows },
          { grain: "dot", count: leftOutRows },
        ]}
      />
      <div className={css.parts}>
        {(shares.toVerify > 0 || shares.free.rows === 0) && (
          <Part mark={<GrainMark grain="paid" />} name={listSummaryWords.toVerify} value={shares.toVerify}>
            {listSummaryWords.oneCredit(shares.toVerify)}
          </Part>
        )}
        {mistyped > 0 && (
          <Part mark={<GrainMark grain="husk" />} name={cleanWords.typos} value={mistyped}>
            <Opens onOpen={() => openDrawer("typos")}>{listSummaryWords.review}</Opens>
          </Part>
        )}
        {shares.free.rows > 0 && (
          <Part mark={<GrainMark grain="free" />} name={listSummaryWords.free} value={shares.free.rows}>
            {shares.free.words.join(", ")}
          </Part>
        )}
        {leftOutRows > 0 && (
          <Part mark={<GrainMark grain="dot" />} name={listSummaryWords.leftOut} value={leftOutRows}>
            {shares.leftOut.words.join(", ")}
            {malformed > 0 && shares.leftOut.words.length > 0 && ", "}
            {malformed > 0 && (
              <Opens onOpen={() => openDrawer("malformed")}>{priceWords.malformed(malformed)}</Opens>
            )}
          </Part>
        )}
      </div>
      {shown.length > 0 && (
        <p className={css.kinds}>
          {listSummaryWords.among}{" "}
          {shown.map(([kind, value, word], at) => (
            <span key={kind}>
              {at > 0 && ", "}
              <Opens onOpen={() => openDrawer(kind)}>{word(value)}</Opens>
            </span>
          ))}
        </p>
      )}
    </Box>
  );
}
