import type { OperationData, ResourceData } from '../../model.ts';
import { findResource, listLists, listShown, type Row, readField, readReference } from '../base/data.ts';
import { createId, fill, h } from '../base/dom.ts';
import { fillPath } from '../service/api.ts';
import { getLabel, listKnown, readPage, recall } from '../service/records.ts';
import { mayCall } from '../service/session.ts';

/** An input for a reference: it searches records by their names and holds the identity of the one that is chosen. */
export interface Picker {
  readonly element: HTMLElement;
  read(): string | undefined;
}

/** Creates the input for a reference to a record of a resource. A person who knows the identity may type it. */
export function createPicker(
  name: string,
  value: unknown,
  id: string,
  params: URLSearchParams,
  chosen?: (id: string) => void,
): Picker {
  const resource = findResource(name);
  const start = readReference(value, name);
  const known = start === undefined ? undefined : recall(name, start);
  let held: { readonly id: string; readonly text: string } | undefined =
    start === undefined
      ? undefined
      : { id: start, text: known === undefined || resource === undefined ? start : getLabel(resource, known) };
  const listId = createId();
  const input = h('input', {
    id,
    type: 'text',
    role: 'combobox',
    autocomplete: 'off',
    spellcheck: false,
    'aria-expanded': 'false',
    'aria-autocomplete': 'list',
    'aria-controls': listId,
    placeholder: resource === undefined ? 'Identity' : `Search ${resource.title.toLowerCase()}`,
  });
  input.value = held?.text ?? '';
  const options = h('ul', { class: 'options', id: listId, role: 'listbox', 'aria-label': resource?.title ?? name });
  options.hidden = true;
  let rows: readonly { readonly id: string; readonly text: string }[] = [];
  let at = -1;
  let asked = 0;
  const close = (): void => {
    options.hidden = true;
    at = -1;
    input.setAttribute('aria-expanded', 'false');
    input.removeAttribute('aria-activedescendant');
  };
  const choose = (row: { readonly id: string; readonly text: string }): void => {
    held = row;
    input.value = row.text;
    close();
    chosen?.(row.id);
  };
  const show = (): void => {
    fill(
      options,
      rows.map((row, index) =>
        h(
          'li',
          {
            id: `${listId}-${index}`,
            role: 'option',
            'aria-selected': String(index === at),
            mousedown: (event: MouseEvent) => {
              event.preventDefault();
              choose(row);
            },
          },
          row.text,
          row.text === row.id ? '' : h('span', { class: 'id' }, row.id),
        ),
      ),
    );
    options.hidden = rows.length === 0;
    input.setAttribute('aria-expanded', String(rows.length > 0));
    if (at >= 0) input.setAttribute('aria-activedescendant', `${listId}-${at}`);
    else input.removeAttribute('aria-activedescendant');
    options.children[at]?.scrollIntoView({ block: 'nearest' });
  };
  const search = async (): Promise<void> => {
    if (resource === undefined) return;
    asked += 1;
    const mine = asked;
    const text = input.value === held?.text ? '' : input.value;
    const found = await findRecords(resource, text, params);
    if (mine !== asked || document.activeElement !== input) return;
    const shown = listShown(resource);
    rows = found.map((row) => ({
      id: String(readField(row, resource.identity, shown) ?? ''),
      text: getLabel(resource, row),
    }));
    at = -1;
    show();
  };
  input.addEventListener('input', () => {
    held = undefined;
    void search();
  });
  input.addEventListener('focus', () => void search());
  input.addEventListener('click', () => options.hidden && void search());
  input.addEventListener('blur', close);
  input.addEventListener('keydown', (event) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && rows.length > 0) {
      at = (at + step + rows.length) % rows.length;
      show();
    } else if (event.key === 'Enter' && at >= 0 && !options.hidden) choose(rows[at]!);
    else if (event.key === 'Escape' && !options.hidden) close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  return {
    element: h('div', { class: 'picker' }, input, options),
    read() {
      const text = input.value.trim();
      if (text === '') return undefined;
      if (held !== undefined && held.text === input.value) return held.id;
      // A name that only one record has means that record; any other text is an identity.
      const same = rows.filter((row) => row.text.toLowerCase() === text.toLowerCase());
      return same.length === 1 ? same[0]!.id : text;
    },
  };
}

/** Finds records by a text: by the search of their list, by a filter of their name, or among the records of its first page. */
export async function findRecords(
  resource: ResourceData,
  text: string,
  params: URLSearchParams,
): Promise<readonly Row[]> {
  const fits = (row: Row): boolean =>
    `${getLabel(resource, row)} ${readField(row, resource.identity, listShown(resource))}`
      .toLowerCase()
      .includes(text.toLowerCase());
  const list = findList(resource, params);
  if (list === undefined) return listKnown(resource.name).filter(fits).slice(0, 20);
  const path = fillFrom(list, params);
  const search =
    list.parameters.find(({ means }) => means === 'search') ??
    list.parameters.find(
      ({ field, operator }) => field === resource.label && (operator === 'contains' || operator === 'starts with'),
    );
  const asks = text !== '' && search !== undefined;
  const found = await readPage(list, { path, ...(asks ? { query: [[search.name, text]] } : {}) }).catch(
    () => undefined,
  );
  const rows = (found?.rows ?? []).filter((row) => asks || fits(row));
  return rows.length === 0 ? listKnown(resource.name).filter(fits).slice(0, 20) : rows.slice(0, 20);
}

function findList(resource: ResourceData, params: URLSearchParams): OperationData | undefined {
  return listLists(resource).find((list) => mayCall(list) && fillPath(list, fillFrom(list, params)) !== undefined);
}

function fillFrom({ placeholders }: OperationData, params: URLSearchParams): Record<string, string> {
  return Object.fromEntries(placeholders.map(({ name }) => [name, params.get(name) ?? '']));
}
