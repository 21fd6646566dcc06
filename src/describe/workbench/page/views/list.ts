import type { FieldData, OperationData, ResourceData } from '../../model.ts';
import { count, findOperation, listLists, type Row, resolve, toWords } from '../base/data.ts';
import { type Child, fill, go, h } from '../base/dom.ts';
import { keepList, type Place, withParams, writePlace } from '../base/place.ts';
import { createFilters, listFilters } from '../inputs/filters.ts';
import { showProblem } from '../inputs/form.ts';
import { createChooser, fillParents, showParents } from '../service/parents.ts';
import { getRecordPlace, type Page, readPage, showLabel } from '../service/records.ts';
import { findRefusal, mayCall } from '../service/session.ts';
import { showShort } from '../shown/values.ts';
import { createBulk } from './bulk.ts';
import { openExport } from './out.ts';

/** The pages before the present one, by its cursor: a list by cursors goes back through them. */
const before = new Map<string, string>();

/** Finds the list of a place. */
export function findListOf(resource: ResourceData, { params }: Pick<Place, 'params'>): OperationData | undefined {
  const lists = listLists(resource);
  return lists.find(({ name }) => name === params.get('_list')) ?? lists.find((list) => mayCall(list)) ?? lists[0];
}

/** Shows a list of records: its filters, its table and its pages. */
export async function showList(resource: ResourceData, place: Place, main: HTMLElement): Promise<void> {
  const list = findListOf(resource, place);
  if (list === undefined) return fill(main, h('p', { class: 'empty' }, 'No operation lists these records.'));
  const refusal = findRefusal(list);
  keepList(place);
  const head = createHead(resource, list, place);
  if (refusal !== undefined) return fill(main, head, h('p', { class: 'empty' }, refusal));
  const path = fillParents(list, place);
  if (path === undefined) {
    const chooser = await createChooser(list, place);
    return chooser === undefined ? showList(resource, place, main) : fill(main, head, chooser);
  }
  const body = h(
    'div',
    { class: 'body', 'aria-busy': 'true' },
    main.dataset.of === resource.name ? [...(main.querySelector('.body')?.childNodes ?? [])] : skeleton(),
  );
  main.dataset.of = resource.name;
  fill(main, head, createFilters(list, place), body);
  const query = listQuery(list, place);
  const page = await readPage(list, { path, query });
  body.removeAttribute('aria-busy');
  if (page.answer.problem !== undefined) return fill(body, showProblem(page.answer));
  fill(body, createTable(resource, list, place, page), createPages(place, page));
  head.querySelector('.total')!.textContent =
    page.total === undefined ? '' : count(page.total, resource.noun, resource.title.toLowerCase());
}

function skeleton(): HTMLElement {
  return h(
    'div',
    { class: 'skeleton', role: 'status', 'aria-label': 'Loading' },
    Array.from({ length: 6 }, () => h('div')),
  );
}

/** The query of the request: what the address has for parameters of the list, and the page. */
function listQuery({ parameters }: OperationData, { params }: Place): readonly (readonly [string, string])[] {
  const stated = parameters.filter(({ in: where, name }) => where === 'query' && params.has(name));
  const own = stated.map(({ name }) => [name, params.get(name)!] as const);
  const total = parameters.find(({ means }) => means === 'total');
  const page = [...new URLSearchParams(params.get('_at') ?? '')];
  const asked = total === undefined || params.has(total.name) ? [] : [[total.name, 'true'] as const];
  return [...own.filter(([name]) => !page.some(([other]) => other === name)), ...asked, ...page];
}

function createHead(resource: ResourceData, list: OperationData, place: Place): HTMLElement {
  const create = findOperation(resource, 'create');
  const path = fillParents(list, place);
  const lists = listLists(resource);
  const params = Object.fromEntries(Object.entries(path ?? {}));
  const out = (): void =>
    openExport({
      resource,
      list,
      path: path ?? {},
      query: listQuery(list, { ...place, params: withoutPage(place.params) }),
      columns: chooseColumns(resource, list, place).all,
    });
  return h(
    'header',
    { class: 'head' },
    h(
      'div',
      {},
      h('h1', { tabindex: -1 }, lists.length > 1 && list !== lists[0] ? list.summary : resource.title),
      path === undefined ? undefined : showParents(list, path, place),
      h('p', { class: 'total soft', role: 'status' }),
    ),
    h(
      'div',
      { class: 'tools' },
      path !== undefined && mayCall(list) && h('button', { type: 'button', click: out }, 'Download'),
      create !== undefined &&
        mayCall(create) &&
        create.files === undefined &&
        h('a', { class: 'button', href: writePlace('import', resource.name, { params }) }, 'Import'),
      create !== undefined &&
        mayCall(create) &&
        h(
          'a',
          {
            class: 'button main',
            href: writePlace('new', resource.name, { params: { ...params, ...listEqual(list, place) } }),
            'data-key': 'n',
          },
          `New ${resource.noun}`,
        ),
    ),
  );
}

function withoutPage(params: URLSearchParams): URLSearchParams {
  const all = new URLSearchParams(params);
  all.delete('_at');
  return all;
}

/** References that the filter fixes: a new record begins with them. */
function listEqual(list: OperationData, { params }: Place): Record<string, string> {
  const equal = listFilters(list).filter(
    ({ operator, type, name }) => operator === '=' && type.kind === 'ref' && params.has(name),
  );
  return Object.fromEntries(equal.map(({ name, field }) => [field ?? name, params.get(name)!]));
}

/** The columns that are shown, in their order, and all that there are. */
export function chooseColumns(
  resource: ResourceData,
  list: OperationData,
  { params }: Pick<Place, 'params'>,
): { readonly shown: readonly FieldData[]; readonly all: readonly FieldData[] } {
  const all = list.shown ?? [];
  const stated = params.get('_columns')?.split(',');
  if (stated !== undefined)
    return { shown: stated.flatMap((name) => all.find((field) => field.name === name) ?? []), all };
  const parents = new Set(list.placeholders.map(({ field }) => field));
  const label = all.find(({ name }) => name === resource.label);
  const identity = all.find(({ field, name }) => (field ?? name) === resource.identity);
  const others = all.filter(
    (field) =>
      field !== label &&
      field !== identity &&
      !parents.has(field.field ?? field.name) &&
      field.field !== resource.tenant &&
      isShort(field),
  );
  return {
    shown: [...(label === undefined ? (identity === undefined ? [] : [identity]) : [label]), ...others.slice(0, 7)],
    all,
  };
}

function isShort({ type }: FieldData): boolean {
  const { kind } = resolve(type);
  return kind !== 'object' && kind !== 'named' && kind !== 'any' && kind !== 'map' && kind !== 'list';
}

function createTable(resource: ResourceData, list: OperationData, place: Place, page: Page): Child {
  const { shown, all } = chooseColumns(resource, list, place);
  if (page.rows.length === 0) {
    const isNarrowed = listFilters(list).some(({ name }) => place.params.has(name)) || place.params.has('_at');
    const text = isNarrowed
      ? 'Nothing fits these filters.'
      : `There are no ${resource.title.toLowerCase()} yet, or you may see none.`;
    return h('p', { class: 'empty' }, text);
  }
  const parents = fillParents(list, place) ?? {};
  const bulk = createBulk(resource, page.rows, new URLSearchParams(parents));
  const sort = list.parameters.find(({ means }) => means === 'sort');
  const lines = page.rows.map((row, at) => {
    const link = getRecordPlace(resource, row, parents);
    return h(
      'tr',
      { 'data-href': link, click: (event: MouseEvent) => openLine(event, link) },
      bulk && h('td', { class: 'box' }, bulk.createBox(row, at)),
      shown.map((field, column) => createCell(resource, field, row, column === 0 ? link : undefined)),
    );
  });
  return [
    bulk?.element,
    h(
      'div',
      { class: 'scroll' },
      h(
        'table',
        { class: 'records' },
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            bulk && h('th', { class: 'box' }, bulk.createAll()),
            shown.map((field, at) => createHeading(field, sort, place, at === 0)),
          ),
        ),
        h('tbody', {}, lines),
      ),
    ),
    createColumns(all, shown, place),
  ];
}

/** A click on a line opens its record, unless it selects text or means a link or a box. */
function openLine({ target, ctrlKey, metaKey }: MouseEvent, link: string): void {
  if (
    !(target instanceof Element) ||
    target.closest('a, input, button, label') !== null ||
    String(getSelection()) !== ''
  )
    return;
  if (ctrlKey || metaKey) window.open(link, '_blank', 'noopener');
  else go(link);
}

function createCell(resource: ResourceData, field: FieldData, row: Row, link: string | undefined): HTMLElement {
  const value = row[field.name];
  const isNumber =
    field.type.kind === 'integer' ||
    field.type.kind === 'number' ||
    (field.type.kind === 'string' && field.type.format === 'decimal');
  const attributes = { class: isNumber ? 'right' : undefined, 'data-name': toWords(field.name) };
  if (link === undefined) return h('td', attributes, showShort(field, value, resource));
  const isName = field.name === resource.label || (field.field ?? field.name) === resource.identity;
  const text = isName ? showLabel(resource, row) : showShort(field, value, resource);
  return h('th', { class: 'first', scope: 'row' }, h('a', { href: link }, text));
}

function createHeading(
  field: FieldData,
  sort: OperationData['parameters'][number] | undefined,
  place: Place,
  isFirst: boolean,
): HTMLElement {
  const isNumber =
    field.type.kind === 'integer' ||
    field.type.kind === 'number' ||
    (field.type.kind === 'string' && field.type.format === 'decimal');
  const title = toWords(field.name);
  const look = isNumber && !isFirst ? 'right' : undefined;
  if (sort?.fields?.includes(field.field ?? field.name) !== true)
    return h('th', { scope: 'col', class: look, title: field.help }, title);
  const name = field.field ?? field.name;
  const now = place.params.get(sort.name);
  const state = now === name ? 'ascending' : now === `-${name}` ? 'descending' : undefined;
  const next = state === 'ascending' ? `-${name}` : state === 'descending' ? '' : name;
  const sign = state === 'ascending' ? '↑' : state === 'descending' ? '↓' : '↕';
  return h(
    'th',
    { scope: 'col', class: look, 'aria-sort': state, title: field.help },
    h(
      'a',
      { href: withParams(place, { [sort.name]: next, _at: '' }) },
      title,
      h('span', { 'aria-hidden': 'true', class: 'sign' }, sign),
    ),
  );
}

function createColumns(all: readonly FieldData[], shown: readonly FieldData[], place: Place): HTMLElement {
  const toggle = (field: FieldData) => (): void => {
    const next = shown.includes(field)
      ? shown.filter((each) => each !== field)
      : all.filter((each) => each === field || shown.includes(each));
    go(withParams(place, { _columns: next.map(({ name }) => name).join(',') }));
  };
  return h(
    'details',
    { class: 'columns', open: place.params.has('_columns') },
    h('summary', {}, 'Columns'),
    h(
      'div',
      { class: 'choices' },
      all.map((field) =>
        h(
          'button',
          { type: 'button', 'aria-pressed': String(shown.includes(field)), click: toggle(field) },
          toWords(field.name),
        ),
      ),
    ),
  );
}

function createPages(place: Place, { next, previous }: Page): Child {
  const now = place.params.get('_at') ?? '';
  const write = (page: readonly (readonly [string, string])[]): string =>
    new URLSearchParams(page.map(([name, value]) => [name, value])).toString();
  const following = next === undefined ? undefined : write(next);
  if (following !== undefined) before.set(following, now);
  const earlier = previous === undefined ? before.get(now) : write(previous);
  if (following === undefined && now === '') return undefined;
  const link = (words: string, at: string | undefined): Child =>
    at === undefined
      ? h('span', { class: 'button', 'aria-disabled': 'true' }, words)
      : h('a', { class: 'button', href: withParams(place, { _at: at }) }, words);
  return h(
    'nav',
    { class: 'pages', 'aria-label': 'Pages' },
    link('Previous', now === '' ? undefined : (earlier ?? '')),
    link('Next', following),
  );
}
