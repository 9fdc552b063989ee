import { Popover, Stack, Switch, Text, UnstyledButton } from "@mantine/core";
import { Fragment } from "react";
import type { CleaningOptions, Price } from "../../../shared/bridge/cleanings.ts";
import { balanceSentence } from "../../../shared/price.ts";
import { priceWords } from "../../words/clean.ts";
import css from "./PricePanel.module.css";

export type TermName =
  | "rows"
  | "repeated"
  | "malformed"
  | "empty"
  | "suppressed"
  | "known"
  | "inFile"
  | "withoutVerdict"
  | "beyondLimit"
  | "elsewhere";

export interface Term {
  readonly name: TermName;
  readonly value: number;
  /** The choice that takes this term away; null when there is none. */
  readonly choice: "reuseKnown" | "suppress" | "limit" | null;
  readonly off: boolean;
}

/**
 * The terms of a price in the order of the line: rows first, then what is taken off. Terms of zero are left out,
 * unless the user has switched them off: then they stay, so that they can be switched on again.
 */
export function priceTerms(price: Price, options: CleaningOptions): Term[] {
  const all: Term[] = [
    { name: "rows", value: price.rows, choice: null, off: false },
    { name: "repeated", value: price.repeated, choice: null, off: false },
    { name: "malformed", value: price.malformed, choice: null, off: false },
    { name: "empty", value: price.empty, choice: null, off: false },
    { name: "suppressed", value: price.suppressed, choice: "suppress", off: !options.suppress },
    { name: "known", value: price.known, choice: "reuseKnown", off: !options.reuseKnown },
    { name: "inFile", value: price.inFile ?? 0, choice: null, off: false },
    { name: "withoutVerdict", value: price.withoutVerdict ?? 0, choice: null, off: false },
    { name: "beyondLimit", value: price.beyondLimit, choice: "limit", off: false },
    { name: "elsewhere", value: price.elsewhere ?? 0, choice: null, off: false },
  ];
  return all.filter((term) => term.name === "rows" || term.value > 0 || term.off);
}

export function switched(term: Term): Partial<CleaningOptions> {
  switch (term.choice) {
    case "reuseKnown":
      return { reuseKnown: term.off };
    case "suppress":
      return { suppress: term.off };
    case "limit":
      return { limit: null };
    case null:
      return {};
  }
}

const SWITCH_LABEL = {
  reuseKnown: priceWords.takeKnown,
  suppress: priceWords.leaveSuppressed,
  limit: priceWords.limitLabel,
} as const;

function TermButton(props: { term: Term; onChange: (patch: Partial<CleaningOptions>) => void }) {
  const { term, onChange } = props;
  return (
    <Popover width={300} position="bottom-start" shadow="md">
      <Popover.Target>
        <UnstyledButton className={css.term} data-off={term.off || undefined}>
          {priceWords[term.name](term.value)}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs">
          <Text size="sm">{priceWords.help[term.name]}</Text>
          {term.choice && (
            <Switch
              size="sm"
              label={SWITCH_LABEL[term.choice]}
              checked={!term.off}
              onChange={() => onChange(switched(term))}
            />
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

function After(props: { price: Price }) {
  const { credits, available } = props.price;
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

/** `12,480 rows − 310 duplicates − 96 invalid = 12,074 credits.`: each term opens into what it is. */
export function PriceLine(props: {
  price: Price;
  options: CleaningOptions;
  onChange: (patch: Partial<CleaningOptions>) => void;
}) {
  const terms = priceTerms(props.price, props.options);
  return (
    <div>
      <p className={css.line} data-testid="price-line">
        {terms.map((term, index) => (
          <Fragment key={term.name}>
            {index > 0 && " − "}
            <TermButton term={term} onChange={props.onChange} />
          </Fragment>
        ))}
        {" = "}
        <strong className={css.sum}>{priceWords.credits(props.price.credits)}</strong>.
      </p>
      <After price={props.price} />
    </div>
  );
}
