import type { OperationData, ParameterData, TypeData } from '../../model.ts';
import { resolve, toWords } from '../base/data.ts';
import { createId, go, h } from '../base/dom.ts';
import { type Place, withParams } from '../base/place.ts';
import { createPicker } from './picker.ts';

/** Lists the parameters of a list by which people narrow it. */
export function listFilters({ parameters }: OperationData): readonly ParameterData[] {
  return parameters.filter(
    ({ means, in: place }) => place === 'query' && (means === 'filter' || means === 'where' || means === 'input'),
  );
}

/** Finds the parameter by which a list is searched. */
export function findSearch({ parameters }: OperationData): ParameterData | undefined {
  return parameters.find(({ means }) => means === 'search');
}

/** On a phone the filters are shown when they are wanted. */
let isOpen = false;

/** Creates the line of filters: each change is a new address, so that the address is the saved view. */
export function createFilters(list: OperationData, place: Place): HTMLElement | undefined {
  const filters = listFilters(list);
  const search = findSearch(list);
  if (filters.length === 0 && search === undefined) return undefined;
  const change = (name: string, value: string): void => go(withParams(place, { [name]: value, _at: '' }));
  const used = [...filters, ...(search === undefined ? [] : [search])].filter(({ name }) => place.params.has(name));
  const clear = Object.fromEntries(used.map(({ name }) => [name, '']));
  const fields = filters.map((filter) => createFilter(filter, place, change));
  const [first, rest] = fields.length > 5 ? [fields.slice(0, 4), fields.slice(4)] : [fields, []];
  const toggle = h('button', { type: 'button', class: 'toggle' }, 'Filters');
  toggle.addEventListener('click', () => {
    isOpen = true;
    toggle.parentElement?.classList.add('open');
    toggle.parentElement?.querySelector<HTMLElement>('input, select, .choices button')?.focus();
  });
  const open = filters.slice(4).some(({ name }) => place.params.has(name));
  return h(
    'form',
    {
      class: used.length > 0 || isOpen ? 'filters open' : 'filters',
      role: 'search',
      'aria-label': 'Filters',
      submit: (event: Event) => event.preventDefault(),
    },
    toggle,
    search && createSearch(search, place, change),
    first,
    rest.length > 0 &&
      h('details', { class: 'more', open }, h('summary', {}, 'More filters'), h('div', { class: 'rest' }, rest)),
    used.length > 0 &&
      h(
        'button',
        { type: 'button', class: 'quiet', click: () => go(withParams(place, { ...clear, _at: '' })) },
        'Clear',
      ),
  );
}

type Change = (name: string, value: string) => void;

function createSearch({ name, help }: ParameterData, { params }: Place, change: Change): HTMLElement {
  const input = h('input', {
    type: 'search',
    class: 'search',
    'aria-label': 'Search',
    placeholder: 'Search',
    title: help,
    name,
  });
  input.value = params.get(name) ?? '';
  input.addEventListener('change', () => change(name, input.value.trim()));
  return input;
}

function createFilter(filter: ParameterData, place: Place, change: Change): HTMLElement {
  const { name, help, operator } = filter;
  const id = createId();
  const value = place.params.get(name) ?? '';
  const type = resolve(filter.type);
  const item: TypeData = type.kind === 'list' ? resolve(type.item) : type;
  const label = h(
    'label',
    { for: id, title: help },
    toWords(name),
    isPlain(operator, filter) ? '' : h('span', { class: 'soft' }, ` ${operator}`),
  );
  if (item.kind === 'choice' && type.kind === 'list') return createChoices(filter, item.values, value, change);
  const input = createInput(item, id, value, place, (text) => change(name, text));
  return h('div', { class: 'filter' }, label, input);
}

/** Whether the name of a parameter alone says how it compares. */
function isPlain(operator: string | undefined, { name, field }: ParameterData): boolean {
  return operator === undefined || operator === '=' || operator === 'in' || name !== field;
}

function createInput(
  type: TypeData,
  id: string,
  value: string,
  { params }: Place,
  change: (text: string) => void,
): HTMLElement {
  if (type.kind === 'choice' || type.kind === 'boolean') {
    const values =
      type.kind === 'choice'
        ? type.values.map((each) => [each, each])
        : [
            ['true', 'yes'],
            ['false', 'no'],
          ];
    const select: HTMLSelectElement = h(
      'select',
      { id, change: () => change(select.value) },
      h('option', { value: '' }, 'any'),
      values.map(([key, word]) => h('option', { value: key, selected: key === value }, word)),
    );
    return select;
  }
  if (type.kind === 'ref') {
    const picker = createPicker(type.resource, value === '' ? undefined : value, id, params, change);
    picker.element.addEventListener('change', () => change(picker.read() ?? ''));
    return picker.element;
  }
  const format = type.kind === 'string' ? type.format : undefined;
  const input = h('input', {
    id,
    type: format === 'date' ? 'date' : format === 'date-time' ? 'datetime-local' : 'text',
    autocomplete: 'off',
  });
  const at = new Date(value);
  input.value =
    format === 'date-time' && !Number.isNaN(at.getTime())
      ? new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
      : value;
  input.addEventListener('change', () =>
    change(format === 'date-time' && input.value !== '' ? new Date(input.value).toISOString() : input.value.trim()),
  );
  return input;
}

/** Several values at once, as buttons that stay pressed. */
function createChoices(
  { name, help }: ParameterData,
  values: readonly string[],
  value: string,
  change: Change,
): HTMLElement {
  const chosen = new Set(value === '' ? [] : value.split(','));
  const toggle = (each: string) => (): void => {
    if (!chosen.delete(each)) chosen.add(each);
    change(name, values.filter((one) => chosen.has(one)).join(','));
  };
  return h(
    'div',
    { class: 'filter', role: 'group', 'aria-label': toWords(name), title: help },
    h('span', { class: 'label' }, toWords(name)),
    h(
      'div',
      { class: 'choices' },
      values.map((each) =>
        h('button', { type: 'button', 'aria-pressed': String(chosen.has(each)), click: toggle(each) }, each),
      ),
    ),
  );
}
