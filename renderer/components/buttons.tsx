import { Anchor, type AnchorProps, Button, type ButtonProps } from "@mantine/core";
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

/** Button that looks like a link, for use in sentences and table cells. */
export function LinkButton(props: AnchorProps & Omit<ComponentProps<"button">, keyof AnchorProps>) {
  return <Anchor component="button" type="button" underline="always" {...props} />;
}
