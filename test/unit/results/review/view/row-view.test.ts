import { describe, expect, it } from "vitest";
import { openCleaning } from "../../../../../electron/engine/results/index.ts";
import { rowView } from "../../../../../electron/engine/results/review/view/row-view.ts";
import { readOpen } from "../../../lists/reading.ts";

describe("a row as it is shown", () => {
  it("suggests the likely address when its domain looks mistyped", async () => {
    const { layout } = await readOpen(
      ["Email", "Ann@gmial.com", "bob@GMIAL.com", "c+d@hotmail.co", "cy@gmail.com", "no address", ""].join(
        "\n",
      ),
    );
    const opened = openCleaning(layout, `${layout.dir}/none`, { readonly: true });
    const meant = Array.from({ length: opened.rows }, (_, row) => rowView(opened, row).likelyTypo?.meant);
    opened.close();
    expect(meant).toEqual(["Ann@gmail.com", "bob@gmail.com", "c+d@hotmail.com", undefined, undefined]);
  });
});
