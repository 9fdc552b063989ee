import { Alert } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode } from "react";

/** Something to know before the results are used, with the way on in `children`. */
export function Caution(props: { title: string; children: ReactNode }) {
  return (
    <Alert
      role="status"
      color="yellow"
      icon={<IconAlertTriangle size={18} aria-hidden="true" />}
      title={props.title}
    >
      {props.children}
    </Alert>
  );
}
