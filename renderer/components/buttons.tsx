import { Button, type ButtonProps } from "@mantine/core";
import type { ComponentProps } from "react";

type Props = ButtonProps & Omit<ComponentProps<"button">, keyof ButtonProps>;

/** Secondary button in cards and notes. */
export function SmallButton(props: Props) {
  return <Button size="xs" variant="default" {...props} />;
}

/** Secondary button as high as a line of text. */
export function CompactButton(props: Props) {
  return <Button size="compact-sm" variant="default" {...props} />;
}
