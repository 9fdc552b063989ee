import { Alert } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import css from "./Caution.module.css";

/** Something to know before the results are used, with the way on in `children`. */
export function Caution(props: { title: string; children: ReactNode }) {
  return (
    <Alert
      role="status"
      variant="transparent"
      classNames={{ root: css.caution, title: css.title, icon: css.icon }}
      icon={<IconAlertTriangle size={18} aria-hidden="true" />}
      title={props.title}
    >
      {props.children}
    </Alert>
  );
}
