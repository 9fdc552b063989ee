import { Group, Title } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import type { ReactNode } from "react";
import { frameWords } from "../words/frame.ts";
import css from "./Page.module.css";

/** One screen: its title, its actions, its contents; `wide` for tables. */
export function Page(props: { title: string; actions?: ReactNode; wide?: boolean; children: ReactNode }) {
  useDocumentTitle(frameWords.windowTitle(props.title));
  return (
    <div className={css.page} data-wide={props.wide || undefined}>
      <Group justify="space-between" mb="lg" gap="sm">
        <Title order={1} className={css.title}>
          {props.title}
        </Title>
        {props.actions}
      </Group>
      {props.children}
    </div>
  );
}
