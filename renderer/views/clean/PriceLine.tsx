import { Button, Popover, Stack, Text, UnstyledButton } from "@mantine/core";
import { useState } from "react";
import type { CleaningOptions, Price } from "../../../shared/bridge/cleanings.ts";
import { count } from "../../../shared/numbers.ts";
import { balanceSentence, elsewhereWords } from "../../../shared/price.ts";
import { SwitchField } from "../../components/SwitchField.tsx";
import { WholeNumberField } from "../../components/WholeNumberField.tsx";
import { useCall } from "../../stores/query.ts";
import { useIntake } from "../../stores/winnow.tsx";
import { forecastWords } from "../../words/answer.ts";
import { priceWords } from "../../words/clean.ts";
import css from "./PricePanel.module.css";
import { useReadList } from "./read-list-context.tsx";

const focusField = (place: HTMLElement | null) => place?.querySelector("input")?.focus();

/** Options that affect the price; those without effect are hidden. */
export function PriceChoices({ price }: { price: Price | null }) {
  const { intake, preflight } = useReadList();
  const { key, options } = intake;
  const choose = useIntake((state) => state.choose);
  const [limiting, setLimiting] = useState<"no" | "shown" | "asked">("no");
  // Keep the field visible while its value is deleted.
  if (options.limit !== null && limiting === "no") setLimiting("shown");
  return (
    <Stack gap="xs">
      {((price?.known ?? 0) > 0 || !options.reuseKnown) && (
        <SwitchField
          size="sm"
          label={priceWords.takeKnown}
          checked={options.reuseKnown}
          onCheck={(reuseKnown) => choose(key, { reuseKnown })}
        />
      )}
      {((price?.suppressed ?? 0) > 0 || !options.suppress) && (
        <SwitchField
          size="sm"
          label={priceWords.leaveSuppressed}
          checked={options.suppress}
          onCheck={(suppress) => choose(key, { suppress })}
        />
      )}
      {((price?.atDeadDomains ?? 0) > 0 || options.verifyDeadDomains === true) && (
        <SwitchField
          size="sm"
          label={priceWords.leaveDeadDomains}
          checked={options.verifyDeadDomains !== true}
          onCheck={(isChecked) => choose(key, { verifyDeadDomains: !isChecked })}
        />
      )}
      {limiting !== "no" ? (
        <div ref={limiting === "asked" ? focusField : undefined}>
          <WholeNumberField
            size="xs"
            label={priceWords.limitLabel}
            placeholder={priceWords.limitNone}
            mayBeEmpty
            min={1}
            max={Math.max(1, preflight.unique)}
            value={options.limit}
            onTake={(limit) => choose(key, { limit })}
          />
        </div>
      ) : (
        <Button
          size="compact-sm"
          variant="subtle"
          style={{ alignSelf: "start" }}
          onClick={() => setLimiting("asked")}
        >
          {priceWords.limit}
        </Button>
      )}
    </Stack>
  );
}

const DEDUCTIONS = [
  "repeated",
  "malformed",
  "empty",
  "suppressed",
  "erased",
  "known",
  "knownFromTeam",
  "inFile",
  "withoutVerdict",
  "beyondLimit",
  "elsewhere",
] as const;

type TermName = "rows" | (typeof DEDUCTIONS)[number];

export interface Term {
  readonly name: TermName;
  readonly value: number;
  /** The user switched this deduction off. */
  readonly off: boolean;
}

/**
 * Returns the terms of a price: rows first, then deductions. Zero terms are omitted unless the user switched them off,
 * so that they can be switched on again.
 */
export function priceTerms(price: Price, options: CleaningOptions): Term[] {
  const isOff: Partial<Record<TermName, boolean>> = {
    suppressed: !options.suppress,
    known: !options.reuseKnown,
  };
  const { knownFromTeam = 0 } = price;
  const amountOf = (name: TermName) => (name === "known" ? price.known - knownFromTeam : (price[name] ?? 0));
  const deductions = DEDUCTIONS.map((name) => ({ name, value: amountOf(name), off: isOff[name] ?? false }));
  return [
    { name: "rows", value: price.rows, off: false },
    ...deductions.filter(({ value, off }) => value > 0 || off),
  ];
}

/** A term's label and amount. The number is displayed on the right but comes first in reading order. */
function TermButton({ term, price, isFirst }: { term: Term; price: Price; isFirst: boolean }) {
  const said =
    term.name === "elsewhere"
      ? priceWords.elsewhere(term.value, elsewhereWords(price))
      : priceWords[term.name](term.value);
  const [value, ...words] = said.split(" ");
  return (
    <Popover width={300} position="bottom-start" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton className={css.term} data-off={term.off || undefined}>
          <span>
            {!isFirst && " − "}
            {value}
          </span>{" "}
          <span className={css.words}>{words.join(" ")}</span>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <Text size="sm">{priceWords.help[term.name]}</Text>
      </Popover.Dropdown>
    </Popover>
  );
}

function After(props: { price: Price }) {
  const { credits, available } = props.price;
  if (credits === 0) return null;
  const sentence = balanceSentence(props.price);
  if (available === null) return <Text size="sm">{sentence}</Text>;
  if (credits > available)
    return (
      <Text size="sm" className={css.short} role="alert">
        {sentence} {priceWords.nothingBegun}
      </Text>
    );
  return (
    <Text size="sm" className="num">
      {sentence}
    </Text>
  );
}

/** The price with one term per line: `12,480 rows − 310 duplicates − 96 invalid = 12,074 credits`. */
export function PriceLine({ price }: { price: Price }) {
  const { intake } = useReadList();
  const terms = priceTerms(price, intake.options);
  return (
    <div>
      <p className={css.terms} data-testid="price-line">
        {terms.map((term, index) => (
          <TermButton key={term.name} term={term} price={price} isFirst={index === 0} />
        ))}
        <span className={css.sum}>
          <span className="visually-hidden"> = </span>
          <strong>{count(price.credits)}</strong> {priceWords.creditsWord(price.credits)}
          <span className="visually-hidden">.</span>
        </span>
      </p>
      <After price={price} />
    </div>
  );
}

/** Bounce forecast for an uncleaned list, shown only if based on the user's own mail, not on a rule of thumb. */
export function KnownForecast({ accountId }: { accountId: string }) {
  const { listId } = useReadList().preflight;
  const { value } = useCall("forecast.list", { listId, accountId }, ["suppression", "checks"]);
  if (value === null || value.forecast.sent === 0 || value.forecast.bounds === null) return null;
  const { bounds, addresses, unverified } = value.forecast;
  return (
    <Text size="sm" role="status">
      {forecastWords.asItIs(bounds, addresses, unverified)}
    </Text>
  );
}
