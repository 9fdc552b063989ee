import { Fragment } from "react";
import css from "./Settings.module.css";

/** Definition list; omits unknown values. */
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
