import { Fragment } from "react";
import css from "./Settings.module.css";

/** What is so, each by its name; what is not known is left out. */
export function Facts(props: { of: readonly (readonly [name: string, value: string | null | undefined])[] }) {
  return (
    <dl className={css.facts}>
      {props.of.map(
        ([name, value]) =>
          value && (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </Fragment>
          ),
      )}
    </dl>
  );
}
