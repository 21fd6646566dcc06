import type { FieldData, OperationData, ResourceData } from '../../model.ts';
import { writeCsv } from '../base/csv.ts';
import { count, type Row } from '../base/data.ts';
import { fill, h, openDialog } from '../base/dom.ts';
import { Exact, writeExact } from '../base/exact.ts';
import { formatProblem } from '../service/api.ts';
import { readPages } from '../service/records.ts';

/** The records of a list that a filter finds, for a file. */
interface Wanted {
  readonly resource: ResourceData;
  readonly list: OperationData;
  readonly path: Readonly<Record<string, string>>;
  readonly query: readonly (readonly [string, string])[];
  readonly columns: readonly FieldData[];
}

/** Opens the dialog that writes all records of a list into a file, page by page. */
export function openExport(wanted: Wanted): void {
  const { resource } = wanted;
  const place = h('div');
  const choose = (form: 'CSV' | 'JSON') => (): void => {
    void write(wanted, form, place, ending);
  };
  const ending = new AbortController();
  fill(
    place,
    h('p', {}, `All ${resource.title.toLowerCase()} that the filter finds, from all pages.`),
    h(
      'div',
      { class: 'ends' },
      h('button', { type: 'button', click: choose('JSON') }, 'JSON'),
      h('button', { type: 'button', class: 'main', click: choose('CSV') }, 'CSV'),
    ),
  );
  const dialog = openDialog(`Download ${resource.title.toLowerCase()}`, place);
  dialog.addEventListener('close', () => ending.abort());
}

async function write(
  { resource, list, path, query, columns }: Wanted,
  form: 'CSV' | 'JSON',
  place: HTMLElement,
  ending: AbortController,
): Promise<void> {
  const said = h('p', { role: 'status' }, 'Reading …');
  fill(place, said, h('div', { class: 'ends' }, h('button', { type: 'button', click: () => ending.abort() }, 'Stop')));
  const rows: Row[] = [];
  try {
    for await (const page of readPages(list, { path, query, signal: ending.signal })) {
      if (page.answer.problem !== undefined) {
        fill(
          place,
          h('p', { role: 'alert' }, `${formatProblem(page.answer.problem)}. ${count(rows.length, 'record')} read.`),
        );
        return;
      }
      rows.push(...page.rows);
      const all = page.total === undefined ? '' : ` of ${page.total.toLocaleString('en')}`;
      said.textContent = `${count(rows.length, 'record')}${all} read …`;
      if (ending.signal.aborted) break;
    }
  } catch {
    if (!ending.signal.aborted) fill(place, h('p', { role: 'alert' }, 'The service cannot be reached.'));
  }
  if (ending.signal.aborted) {
    fill(place, h('p', { role: 'status' }, 'Stopped. Nothing was written.'));
    return;
  }
  const text = form === 'JSON' ? `${writeExact(rows, 2)}\n` : writeRows(columns, rows);
  download(
    `${resource.title.toLowerCase().replaceAll(' ', '-')}.${form.toLowerCase()}`,
    text,
    form === 'JSON' ? 'application/json' : 'text/csv',
  );
  fill(place, h('p', { role: 'status' }, `${count(rows.length, 'record')} written.`));
}

/** Writes records as CSV: a column for each field, and for each member of an object. */
export function writeRows(columns: readonly FieldData[], rows: readonly Row[]): string {
  const flat = rows.map((row) => flatten(row));
  const names = new Set(columns.map(({ name }) => name));
  const found = [...new Set(flat.flatMap((row) => Object.keys(row)))];
  const shown = [...names].flatMap((name) => {
    const inside = found.filter((key) => key === name || key.startsWith(`${name}.`));
    return inside.length === 0 ? [name] : inside;
  });
  return writeCsv([shown, ...flat.map((row) => shown.map((name) => row[name] ?? ''))]);
}

function flatten(row: Row, before = ''): Record<string, string> {
  return Object.fromEntries(
    Object.entries(row).flatMap(([name, value]): [string, string][] => {
      if (value === null || value === undefined) return [];
      if (Array.isArray(value)) return [[before + name, writeExact(value)]];
      if (typeof value === 'object' && !(value instanceof Exact))
        return Object.entries(flatten(value as Row, `${before}${name}.`));
      return [[before + name, String(value)]];
    }),
  );
}

/** Gives the user a file. */
export function download(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  h('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
