/** The cells of a row. */
type Cells = readonly unknown[];

/** Returns the number of characters in the strings and JSON of a row. */
export function measureRow(row: Cells): number {
  let length = 0;
  for (let at = 0; at < row.length; at++) {
    const cell = row[at];
    if (typeof cell === 'string') length += cell.length;
  }
  return length;
}

/** Takes rows until they have more than `room` characters together: the last one may exceed it. */
export function takeUntilFull<Row extends Cells>(rows: Iterable<Row>, room: number): Row[] {
  const taken: Row[] = [];
  let left = room;
  for (const row of rows) {
    taken.push(row);
    left -= measureRow(row);
    if (left < 0) break;
  }
  return taken;
}

/** Whether rows have more than `room` characters together. */
export function isFull(rows: readonly Cells[], room: number): boolean {
  let left = room;
  return rows.some((row) => {
    left -= measureRow(row);
    return left < 0;
  });
}
