import { notificationsStore } from "@mantine/notifications";
import { expect, it } from "vitest";
import { notifyWithUndo, undoNotified } from "../../../../renderer/frame/notify.tsx";

const ids = () => notificationsStore.getState().notifications.map(({ id }) => id);

it("a notification replaces the previous one of the same kind under a new id, which restarts the timeout", () => {
  const undone: string[] = [];
  notifyWithUndo("mark", "1 row marked drop.", () => undone.push("first"));
  const [first] = ids();
  notifyWithUndo("mark", "2 rows marked drop.", () => undone.push("second"));
  expect(ids()).toHaveLength(1);
  expect(ids()).not.toContain(first);
  expect(undoNotified("view")).toBe(true);
  expect(undone).toEqual(["second"]);
  expect(ids()).toEqual([]);
});
