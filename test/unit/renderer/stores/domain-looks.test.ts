import { expect, it } from "vitest";
import type { Bridge } from "../../../../renderer/bridge.ts";
import { createIntakeStore } from "../../../../renderer/stores/intake.ts";
import { ok } from "../../../../shared/result.ts";

it("a list that is read anew while DNS is asked about it shows the answer about the new reading", async () => {
  const answers: ((deadDomains: number) => void)[] = [];
  const bridge = {
    async call(name: string) {
      if (name === "lists.open") return ok({ listId: "l", name: "list.csv" });
      if (name !== "domains.look") return ok({ addressColumn: 0 });
      return new Promise((resolve) => answers.push((deadDomains) => resolve(ok({ deadDomains }))));
    },
  } as unknown as Bridge;
  const store = createIntakeStore(bridge);
  const { add, lookUpDomains, read } = store.getState();
  await add([{ kind: "sample" }]);
  const key = store.getState().intakes[0]?.key ?? "";
  const first = lookUpDomains(key);
  await read(key, { column: 1 });
  const second = lookUpDomains(key);
  answers[0]?.(1);
  await first;
  expect(store.getState().intakes[0]?.domains.kind).toBe("looking");
  answers[1]?.(2);
  await second;
  expect(store.getState().intakes[0]?.domains).toMatchObject({ kind: "looked", found: { deadDomains: 2 } });
});
