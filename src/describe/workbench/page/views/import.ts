import type { FieldData, OperationData, ResourceData } from '../../model.ts';
import { convertText } from '../base/convert.ts';
import { readCsv, writeCsv } from '../base/csv.ts';
import { count, findOperation, resolve, toWords } from '../base/data.ts';
import { fill, h } from '../base/dom.ts';
import { type Place, writeListPlace } from '../base/place.ts';
import { formatProblem, send } from '../service/api.ts';
import { createChooser, fillParents } from '../service/parents.ts';
import { findRefusal } from '../service/session.ts';
import { download } from './out.ts';

/** A field of the body as a column may fill it, also one inside an object: `address.street`. */
interface Slot {
  readonly path: readonly string[];
  readonly field: FieldData;
  readonly isRequired: boolean;
}

/** Shows how records are created from the lines of a CSV file: a file, its columns, a dry run, and the result of each line. */
export async function showImport(resource: ResourceData, place: Place, main: HTMLElement): Promise<void> {
  const operation = findOperation(resource, 'create');
  const refusal =
    operation === undefined ? `No operation creates ${resource.title.toLowerCase()}.` : findRefusal(operation);
  if (operation === undefined || refusal !== undefined) return fill(main, h('p', { class: 'empty' }, refusal));
  const back = writeListPlace(resource.name, place.params);
  const head = h(
    'header',
    { class: 'head' },
    h(
      'div',
      {},
      h('nav', { class: 'crumbs', 'aria-label': 'Path' }, h('a', { href: back }, resource.title)),
      h('h1', { tabindex: -1 }, `Import ${resource.title.toLowerCase()}`),
    ),
  );
  const path = fillParents(operation, place);
  if (path === undefined) {
    const chooser = await createChooser(operation, place);
    return chooser === undefined ? showImport(resource, place, main) : fill(main, head, chooser);
  }
  const body = h('div', { class: 'import' });
  const slots = listSlots(operation);
  const input = h('input', { type: 'file', accept: '.csv,text/csv,.tsv,.txt', 'aria-label': 'CSV file' });
  input.addEventListener('change', async () => {
    const file = input.files?.[0];
    if (file !== undefined)
      showColumns({ resource, operation, path, slots, lines: readCsv(await file.text()), place: body });
  });
  const names = slots.map(({ path: at }) => at.join('.'));
  const sample = (): void =>
    download(`${resource.title.toLowerCase().replaceAll(' ', '-')}.csv`, writeCsv([names]), 'text/csv');
  fill(
    main,
    head,
    h(
      'section',
      { class: 'card' },
      h(
        'p',
        {},
        'Choose a CSV file whose first line names the columns. Nothing is created before you have seen what fits.',
      ),
      h('p', {}, input, ' ', h('button', { type: 'button', class: 'quiet', click: sample }, 'Download an empty file')),
    ),
    body,
  );
}

function listSlots({ body }: OperationData): readonly Slot[] {
  const list = (fields: readonly FieldData[], before: readonly string[], isRequired: boolean): readonly Slot[] =>
    fields.flatMap((field) => {
      const type = resolve(field.type);
      const path = [...before, field.name];
      const must = isRequired && field.required === true;
      return type.kind === 'object' ? list(type.fields, path, must) : [{ path, field, isRequired: must }];
    });
  return body?.kind === 'object' ? list(body.fields, [], true) : [];
}

interface Import {
  readonly resource: ResourceData;
  readonly operation: OperationData;
  readonly path: Record<string, string>;
  readonly slots: readonly Slot[];
  readonly lines: readonly (readonly string[])[];
  readonly place: HTMLElement;
}

const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Shows which column fills which field: by name, and as the user says. */
function showColumns(given: Import): void {
  const { slots, lines, place } = given;
  const [head, ...rows] = lines;
  if (head === undefined || rows.length === 0) {
    fill(place, h('p', { class: 'problem', role: 'alert' }, 'The file has no lines below its first one.'));
    return;
  }
  const selects = slots.map((slot) => {
    const names = [slot.path.join('.'), slot.path.at(-1)!].map(plain);
    const fits = names.map((name) => head.findIndex((each) => plain(each) === name)).find((at) => at >= 0) ?? -1;
    return h(
      'select',
      { 'aria-label': `Column of ${slot.path.join('.')}`, change: () => check() },
      h('option', { value: -1 }, '–'),
      head.map((name, at) => h('option', { value: at, selected: at === fits }, name)),
    );
  });
  const result = h('div');
  const check = (): void => {
    const made = rows.map((row) =>
      convertRow(
        slots,
        selects.map(({ value }) => Number(value)),
        row,
      ),
    );
    showDryRun(given, made, result);
  };
  fill(
    place,
    h(
      'section',
      { class: 'card' },
      h('h2', {}, `${count(rows.length, 'line')}: which column is what`),
      h(
        'table',
        { class: 'inner' },
        h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'Field'), h('th', { scope: 'col' }, 'Column'))),
        h(
          'tbody',
          {},
          slots.map(({ path, isRequired }, at) =>
            h(
              'tr',
              {},
              h(
                'th',
                { scope: 'row' },
                path.map(toWords).join(' › '),
                isRequired ? h('span', { class: 'must' }, ' *') : '',
              ),
              h('td', {}, selects[at]),
            ),
          ),
        ),
      ),
    ),
    result,
  );
  check();
}

interface Made {
  readonly body: Record<string, unknown>;
  readonly cells: readonly string[];
  readonly faults: readonly string[];
}

function convertRow(slots: readonly Slot[], columns: readonly number[], cells: readonly string[]): Made {
  const body: Record<string, unknown> = {};
  const faults: string[] = [];
  for (const [at, { path, field, isRequired }] of slots.entries()) {
    const text = cells[columns[at]!] ?? '';
    const converted = convertText(field.type, text.trim());
    const name = path.join('.');
    if (converted.fault !== undefined) faults.push(`${name} ${converted.fault}`);
    else if (converted.value !== undefined) put(body, path, converted.value);
    else if (isRequired && field.default === undefined) faults.push(`${name} is required`);
  }
  return { body, cells, faults };
}

function put(body: Record<string, unknown>, path: readonly string[], value: unknown): void {
  let at = body;
  for (const name of path.slice(0, -1)) {
    at[name] ??= {};
    at = at[name] as Record<string, unknown>;
  }
  at[path.at(-1)!] = value;
}

/** Shows what fits the shape of the request, and the lines that do not. */
function showDryRun(given: Import, made: readonly Made[], place: HTMLElement): void {
  const wrong = made.map((each, at) => ({ ...each, at })).filter(({ faults }) => faults.length > 0);
  const right = made.filter(({ faults }) => faults.length === 0);
  const lines = wrong
    .slice(0, 100)
    .map(({ at, faults }) =>
      h('tr', {}, h('th', { scope: 'row' }, `Line ${at + 2}`), h('td', { class: 'failed' }, faults.join('; '))),
    );
  const create = h(
    'button',
    { type: 'button', class: 'main' },
    `Create ${count(right.length, given.resource.noun, given.resource.title.toLowerCase())}`,
  );
  create.addEventListener('click', () => void run(given, made, place));
  fill(
    place,
    h(
      'section',
      { class: 'card' },
      h('h2', {}, 'Dry run'),
      h(
        'p',
        { role: 'status' },
        wrong.length === 0
          ? `All ${count(made.length, 'line')} fit.`
          : `${count(right.length, 'line')} fit, ${wrong.length} do not and are left out.`,
      ),
      wrong.length > 0 &&
        h('div', { class: 'scroll', tabindex: 0 }, h('table', { class: 'inner' }, h('tbody', {}, lines))),
      right.length > 0 && h('div', { class: 'ends' }, create),
    ),
  );
}

/** Creates the records in order. Lines that failed can be downloaded with their reasons. */
async function run(
  { resource, operation, path, lines }: Import,
  made: readonly Made[],
  place: HTMLElement,
): Promise<void> {
  const ending = new AbortController();
  const bar = h('progress', { max: made.length, value: 0, 'aria-label': 'Progress' });
  const said = h('p', { role: 'status' });
  const stop = h('button', { type: 'button', click: () => ending.abort() }, 'Stop');
  const failures = h('tbody');
  fill(
    place,
    h(
      'section',
      { class: 'card' },
      h('h2', {}, 'Result'),
      bar,
      said,
      h('div', { class: 'scroll', tabindex: 0 }, h('table', { class: 'inner' }, failures)),
      h('div', { class: 'ends' }, stop),
    ),
  );
  const failed: string[][] = [];
  let done = 0;
  for (const [at, { body, cells, faults }] of made.entries()) {
    const reason =
      faults.length > 0
        ? faults.join('; ')
        : ending.signal.aborted
          ? 'stopped'
          : await create(operation, path, body, ending.signal);
    if (reason === undefined) done += 1;
    else {
      failed.push([...cells, reason]);
      if (reason !== 'stopped')
        failures.append(h('tr', {}, h('th', { scope: 'row' }, `Line ${at + 2}`), h('td', { class: 'failed' }, reason)));
    }
    bar.value = at + 1;
    said.textContent = `${done} of ${made.length} created`;
  }
  said.textContent = `${count(done, resource.noun, resource.title.toLowerCase())} created${failed.length === 0 ? '.' : `, ${failed.length} not.`}`;
  const again = (): void =>
    download('not-imported.csv', writeCsv([[...(lines[0] ?? []), 'problem'], ...failed]), 'text/csv');
  stop.replaceWith(
    ...(failed.length > 0 ? [h('button', { type: 'button', click: again }, 'Download the others')] : []),
    h('a', { class: 'button main', href: writeListPlace(resource.name, path) }, `See ${resource.title.toLowerCase()}`),
  );
}

async function create(
  operation: OperationData,
  path: Record<string, string>,
  body: unknown,
  signal: AbortSignal,
): Promise<string | undefined> {
  const headers = operation.key === undefined ? {} : { [operation.key]: crypto.randomUUID() };
  try {
    const { problem } = await send(operation, { path, headers, body, signal, patient: true });
    return problem === undefined ? undefined : formatProblem(problem);
  } catch {
    return signal.aborted ? 'stopped' : 'the service cannot be reached';
  }
}
