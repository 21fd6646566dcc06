/** What is read of an invoice, in the order of `Row`. */
export const columns = `version, id, customer, status, number, lines, total, paid, due_on, memo, sent_at, created_at, updated_at`;

/** An invoice as it is read; its shop is the caller's. */
export type Row = readonly [
  version: number,
  id: string,
  customer: string,
  status: string,
  number: number | null,
  lines: string,
  total: number,
  paid: number,
  dueOn: string,
  memo: string | null,
  sentAt: string | null,
  createdAt: string,
  updatedAt: string,
];

/** An invoice as JSON. Ids, states, days and moments hold nothing that JSON would escape. */
export function invoiceText(row: Row, shop: string): string {
  let text = `{"id":"${row[1]}","shop":${shop},"customer":"${row[2]}","status":"${row[3]}"`;
  if (row[4] !== null) text += `,"number":${row[4]}`;
  text += `,"lines":${row[5]},"total":${row[6]},"paid":${row[7]},"due_on":"${row[8]}"`;
  text += row[9] === null ? ',"memo":null' : `,"memo":${JSON.stringify(row[9])}`;
  if (row[10] !== null) text += `,"sent_at":"${row[10]}"`;
  return `${text},"created_at":"${row[11]}","updated_at":"${row[12]}"}`;
}

/** An invoice as an object, for the rare patch that repeats what it may not change. */
export function invoiceObject(row: Row, shop: string): Record<string, unknown> {
  return JSON.parse(invoiceText(row, shop)) as Record<string, unknown>;
}
