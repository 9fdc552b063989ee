/** Which row of a sheet each line of the CSV is from that it was written out as: users know rows, not lines. */
export interface RowNumbers {
  /** Row of the sheet, counted from 1, whose record holds `line`, counted from 1. */
  rowOf(line: number): number;
}

/** Keeps the numbers as rows are written. */
export interface RowNumberKeeper extends RowNumbers {
  /** Row `row` was written and takes up so many lines. */
  wrote(row: number, lines: number): void;
}

export function keepRowNumbers(): RowNumberKeeper {
  let firstLines = new Uint32Array(1024);
  let rows = new Uint32Array(1024);
  let written = 0;
  let nextLine = 1;
  return {
    wrote(row, lines) {
      if (written === rows.length) {
        firstLines = doubled(firstLines);
        rows = doubled(rows);
      }
      firstLines[written] = nextLine;
      rows[written] = row;
      written++;
      nextLine += lines;
    },
    rowOf(line) {
      let low = 0;
      let high = written - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if ((firstLines[middle] as number) <= line) low = middle;
        else high = middle - 1;
      }
      return rows[low] ?? line;
    },
  };
}

function doubled(from: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const to = new Uint32Array(from.length * 2);
  to.set(from);
  return to;
}
