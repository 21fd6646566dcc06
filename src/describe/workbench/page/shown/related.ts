import type { FieldData, OperationData, ResourceData } from '../../model.ts';
import { data, findOperation, listLists, listShown, type Row, readField, resolve, toWords } from '../base/data.ts';
import { type Child, fill, h } from '../base/dom.ts';
import { writePlace } from '../base/place.ts';
import { showProblem } from '../inputs/form.ts';
import { fillPath } from '../service/api.ts';
import { getRecordPlace, readPage, showLabel } from '../service/records.ts';
import { mayCall } from '../service/session.ts';
import { showShort } from './values.ts';

/** A list of the records that refer to one: by its path, or by a filter. */
interface Relation {
  readonly resource: ResourceData;
  readonly list: OperationData;
  /** The name of the placeholder or the filter. */
  readonly name: string;
  readonly isPath: boolean;
  /** The field that refers. */
  readonly field: string;
  /** The field of the record that is referred to. */
  readonly by: string;
}

function listRelations(of: ResourceData): readonly Relation[] {
  return data.resources.flatMap((resource) =>
    listLists(resource).flatMap((list): readonly Relation[] => {
      if (!mayCall(list)) return [];
      const placed = list.placeholders.filter(({ parent }) => parent === of.name);
      const paths = placed.map(({ name, field, by }) => ({
        resource,
        list,
        name,
        isPath: true,
        field,
        by: by ?? of.identity,
      }));
      const filters = list.parameters
        .filter(
          ({ means, operator, type }) =>
            means === 'filter' &&
            operator === '=' &&
            resolve(type).kind === 'ref' &&
            'resource' in type &&
            type.resource === of.name,
        )
        .map(({ name, field }) => ({ resource, list, name, isPath: false, field: field ?? name, by: of.identity }));
      return [...paths, ...filters];
    }),
  );
}

/** Creates the lists of the records that refer to a record, each with its first records. */
export async function createRelated(resource: ResourceData, row: Row): Promise<Child> {
  const sections: Child[] = [];
  for (const relation of listRelations(resource)) {
    const value = String(readField(row, relation.by, listShown(resource)) ?? '');
    const path = relation.isPath ? { [relation.name]: value } : {};
    if (value !== '' && fillPath(relation.list, path) !== undefined)
      sections.push(createSection(relation, value, path));
  }
  return sections;
}

function createSection(
  { resource, list, name, isPath, field }: Relation,
  value: string,
  path: Record<string, string>,
): HTMLElement {
  const body = h('div', { 'aria-busy': 'true' }, h('p', { class: 'soft' }, 'Loading …'));
  const params = { [name]: value };
  const create = findOperation(resource, 'create');
  const isPlaced =
    create?.placeholders.every((placeholder) => placeholder.of === 'parent' && placeholder.field === field) === true;
  const isSent = create?.body?.kind === 'object' && create.body.fields.some((each) => each.field === field);
  const canCreate = mayCall(create) && isPlaced && (create.placeholders.length > 0 || isSent);
  const given = { [create?.placeholders[0]?.name ?? field]: value };
  const title = isPath || toWords(field).toLowerCase() === '' ? resource.title : `${resource.title}`;
  const section = h(
    'section',
    { class: 'card related' },
    h(
      'header',
      {},
      h('h2', {}, title, isPath ? '' : h('span', { class: 'soft' }, ` by ${toWords(field).toLowerCase()}`)),
      h(
        'div',
        { class: 'tools' },
        canCreate &&
          h(
            'a',
            { class: 'button', href: writePlace('new', resource.name, { params: { ...given, _back: location.hash } }) },
            `New ${resource.noun}`,
          ),
        h(
          'a',
          {
            class: 'quiet',
            href: writePlace('list', resource.name, {
              params: { ...params, ...(listLists(resource)[0] === list ? {} : { _list: list.name }) },
            }),
          },
          'All',
        ),
      ),
    ),
    body,
  );
  void show(body, { resource, list, path, params, field, isPath });
  return section;
}

interface Shown extends Pick<Relation, 'resource' | 'list' | 'field' | 'isPath'> {
  readonly path: Record<string, string>;
  readonly params: Record<string, string>;
}

async function show(body: HTMLElement, { resource, list, path, params, field, isPath }: Shown): Promise<void> {
  const size = list.parameters.find(({ means }) => means === 'page size');
  const first = size === undefined ? [] : [[size.name, '8'] as const];
  const page = await readPage(list, { path, query: [...(isPath ? [] : Object.entries(params)), ...first] }).catch(
    () => undefined,
  );
  body.removeAttribute('aria-busy');
  if (page === undefined) return fill(body, h('p', { class: 'soft' }, 'The service cannot be reached.'));
  if (page.answer.problem !== undefined) return fill(body, showProblem(page.answer));
  if (page.rows.length === 0) return fill(body, h('p', { class: 'soft' }, `No ${resource.title.toLowerCase()}.`));
  const columns = chooseFew(resource, list.shown ?? [], field);
  const lines = page.rows.map((row) =>
    h(
      'tr',
      {},
      columns.map((column, at) => {
        const content = showShort(column, row[column.name], resource);
        if (at > 0) return h('td', { 'data-name': toWords(column.name) }, content);
        const isName = column.name === resource.label || (column.field ?? column.name) === resource.identity;
        const link = getRecordPlace(resource, row, isPath ? params : {});
        return h(
          'th',
          { scope: 'row', class: 'first' },
          h('a', { href: link }, isName ? showLabel(resource, row) : content),
        );
      }),
    ),
  );
  fill(
    body,
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
            columns.map((column) => h('th', { scope: 'col' }, toWords(column.name))),
          ),
        ),
        h('tbody', {}, lines),
      ),
    ),
    page.next === undefined ? undefined : h('p', { class: 'soft' }, 'And more.'),
  );
}

/** The name of a record and four more of its values. */
function chooseFew(resource: ResourceData, shown: readonly FieldData[], without: string): readonly FieldData[] {
  const label = shown.find(({ name }) => name === resource.label);
  const plain = shown.filter((field) => {
    const { kind } = resolve(field.type);
    return (
      field !== label &&
      field.field !== without &&
      field.field !== resource.tenant &&
      (field.field ?? field.name) !== resource.identity &&
      kind !== 'object' &&
      kind !== 'list' &&
      kind !== 'map' &&
      kind !== 'any' &&
      kind !== 'named'
    );
  });
  const identity = shown.find((field) => (field.field ?? field.name) === resource.identity);
  return [...(label === undefined ? (identity === undefined ? [] : [identity]) : [label]), ...plain.slice(0, 4)];
}
