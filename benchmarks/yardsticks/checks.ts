import type { FieldError } from './problems.ts';

/** A line of an invoice. */
export interface Line {
  readonly text: string;
  readonly quantity: number;
  readonly price: number;
}

const customerForm = /^cus_[0-7][0-9a-hjkmnp-tv-z]{25}$/;
const invoiceForm = /^inv_[0-7][0-9a-hjkmnp-tv-z]{25}$/;
const dayForm = /^(\d{4})-(\d\d)-(\d\d)$/;
const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** The members of an invoice that clients never send at creation. */
const given = new Set(['id', 'shop', 'status', 'number', 'total', 'paid', 'sent_at', 'created_at', 'updated_at']);

/** Whether a name is that of a member of an invoice that a patch may only repeat. */
export function isFixedMember(name: string): boolean {
  return name === 'customer' || given.has(name);
}

/** Whether a text has the form of an invoice's id. */
export function isInvoiceId(text: string): boolean {
  return text.length === 30 && invoiceForm.test(text);
}

/** The body of a create request, after `checkCreation` found nothing wrong with it. */
export interface Creation {
  readonly customer: string;
  readonly lines: readonly Line[];
  readonly due_on: string;
  readonly memo?: string | null;
}

/** Adds all that is wrong with the body of a create request. */
export function checkCreation(body: unknown, fieldErrors: FieldError[]): body is Creation {
  if (!isObject(body)) {
    fieldErrors.push({ pointer: '', message: 'must be an object' });
    return false;
  }
  const { customer, lines, due_on } = body;
  if (customer === undefined) fieldErrors.push({ pointer: '/customer', message: 'is required' });
  else if (typeof customer !== 'string' || !customerForm.test(customer)) {
    fieldErrors.push({ pointer: '/customer', message: 'must be the id of a customer' });
  }
  if (lines === undefined) fieldErrors.push({ pointer: '/lines', message: 'is required' });
  else checkLines(lines, fieldErrors);
  if (due_on === undefined) fieldErrors.push({ pointer: '/due_on', message: 'is required' });
  else checkDay(due_on, fieldErrors);
  if (body.memo !== undefined) checkMemo(body.memo, fieldErrors);
  for (const name in body) {
    if (name === 'customer' || name === 'lines' || name === 'due_on' || name === 'memo') continue;
    fieldErrors.push({
      pointer: pointerOf(name),
      message: given.has(name) ? 'may not be sent' : 'is not a known field',
    });
  }
  return fieldErrors.length === 0;
}

/** Adds all that is wrong with the lines of an invoice. */
export function checkLines(lines: unknown, fieldErrors: FieldError[]): void {
  if (!Array.isArray(lines)) {
    fieldErrors.push({ pointer: '/lines', message: 'must be a list' });
    return;
  }
  if (lines.length < 1 || lines.length > 100)
    fieldErrors.push({ pointer: '/lines', message: 'must have 1..100 items' });
  for (let i = 0; i < lines.length; i++) checkLine(lines[i], i, fieldErrors);
}

function checkLine(line: unknown, i: number, fieldErrors: FieldError[]): void {
  if (!isObject(line)) {
    fieldErrors.push({ pointer: `/lines/${i}`, message: 'must be an object' });
    return;
  }
  const { text, quantity, price } = line;
  if (typeof text !== 'string' || !isOfLength(text, 1, 200)) {
    fieldErrors.push({ pointer: `/lines/${i}/text`, message: 'must be a text of 1..200 characters' });
  }
  if (!isIntegerIn(quantity, 1, 10_000)) {
    fieldErrors.push({ pointer: `/lines/${i}/quantity`, message: 'must be an integer of 1..10000' });
  }
  if (!isIntegerIn(price, 0, 100_000_000)) {
    fieldErrors.push({ pointer: `/lines/${i}/price`, message: 'must be an integer of 0..100000000' });
  }
  for (const name in line) {
    if (name === 'text' || name === 'quantity' || name === 'price') continue;
    fieldErrors.push({ pointer: `/lines/${i}${pointerOf(name)}`, message: 'is not a known field' });
  }
}

/** Adds what is wrong with a day. */
export function checkDay(day: unknown, fieldErrors: FieldError[]): void {
  if (typeof day !== 'string' || !isDay(day)) fieldErrors.push({ pointer: '/due_on', message: 'must be a date' });
}

function isDay(text: string): boolean {
  const found = dayForm.exec(text);
  if (found === null) return false;
  const [year, month, day] = [Number(found[1]), Number(found[2]), Number(found[3])];
  if (year < 1 || month < 1 || month > 12 || day < 1) return false;
  const leap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return day <= (leap ? 29 : monthLengths[month - 1]!);
}

/** Adds what is wrong with a memo. */
export function checkMemo(memo: unknown, fieldErrors: FieldError[]): void {
  if (memo === null || (typeof memo === 'string' && isOfLength(memo, 0, 500))) return;
  fieldErrors.push({ pointer: '/memo', message: 'must be null or a text of at most 500 characters' });
}

/** Counts characters by code points, which are never more than JavaScript's units. */
function isOfLength(text: string, least: number, most: number): boolean {
  if (text.length < least) return false;
  if (text.length <= most) return true;
  let characters = 0;
  for (const _ of text) if (++characters > most) return false;
  return true;
}

function isIntegerIn(value: unknown, least: number, most: number): boolean {
  return Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
}

/** What an invoice comes to, in cents. */
export function totalOf(lines: readonly Line[]): number {
  let total = 0;
  for (let i = 0; i < lines.length; i++) total += lines[i]!.quantity * lines[i]!.price;
  return total;
}

/** Whether a value is an object of JSON. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The JSON Pointer of a member (RFC 6901). */
export function pointerOf(name: string): string {
  return `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
