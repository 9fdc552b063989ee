import { Group, Title } from "@mantine/core";
import type { ReactNode } from "react";
import css from "./Page.module.css";

/** One screen: its title, its actions, its contents; `wide` for tables. */
export function Page(props: { title: string; actions?: ReactNode; wide?: boolean; children: ReactNode }) {
  return (
    <div className={css.page} data-wide={props.wide || undefined}>
      <Group justify="space-between" mb="lg" gap="sm">
        <Title order={1} size="h2">
          {props.title}
        </Title>
        {props.actions}
      </Group>
      {props.children}
    </div>
  );
}
