import type { FieldData, ResourceData, TypeData } from '../../model.ts';
import { findMachine, findResource, type Row, resolve, toWords } from '../base/data.ts';
import { type Child, h } from '../base/dom.ts';
import { Exact, writeExact } from '../base/exact.ts';
import { showReference } from '../service/records.ts';

const none = (): HTMLElement => h('span', { class: 'none' }, '–');

/** Shows the state of a record as a word, with its meaning. */
export function showState(resource: ResourceData | undefined, field: string | undefined, state: string): HTMLElement {
  const found = findMachine(resource, field)?.states.find(({ name }) => name === state);
  return h('span', { class: `state ${found?.kind ?? 'plain'}`, title: found?.meaning }, state);
}

/** Shows a value in one line, as in the cell of a table. */
export function showShort(field: FieldData, value: unknown, resource?: ResourceData): Child {
  const type = resolve(field.type);
  if (value === undefined || value === null || value === '') return none();
  if (type.kind === 'choice' && type.isState === true) return showState(resource, field.field, String(value));
  if (type.kind === 'ref') return showReference(type.resource, value);
  if (type.kind === 'object' && type.resource !== undefined && type.resource !== resource?.name)
    return showReference(type.resource, value);
  if (type.kind === 'list' && Array.isArray(value)) return showItems(type.item, value);
  if (typeof value === 'object' && !(value instanceof Exact))
    return h('span', { class: 'soft' }, shorten(summarize(value)));
  return showPlain(type, value);
}

function showItems(item: TypeData, values: readonly unknown[]): Child {
  if (values.length === 0) return none();
  const isPlain = values.every((each) => typeof each !== 'object' || each === null || each instanceof Exact);
  if (item.kind === 'ref' && values.length <= 3)
    return values.map((each, at) => [at > 0 ? ', ' : '', showReference(item.resource, each)]);
  return h('span', { class: 'soft' }, isPlain ? shorten(values.join(', ')) : String(values.length));
}

/** The first texts and numbers of an object. */
function summarize(value: object): string {
  if ('type' in value && 'size' in value && 'name' in value) return String(value.name);
  const parts = Object.values(value).filter((each) => ['string', 'number', 'boolean'].includes(typeof each));
  return parts.length > 0 ? parts.join(', ') : writeExact(value);
}

function shorten(text: string, most = 60): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

function showPlain(type: TypeData, value: unknown, isLong = false): Child {
  if (type.kind === 'boolean')
    return h('span', { class: value === true ? 'yes' : 'soft' }, value === true ? 'yes' : 'no');
  if (type.kind === 'integer' || type.kind === 'number' || ('format' in type && type.format === 'decimal'))
    return h('span', { class: 'number' }, formatNumber(String(value)));
  const text = String(value);
  if (type.kind === 'string') {
    if (type.format === 'date-time') return showTime(text);
    if (type.format === 'date') return h('time', { datetime: text, title: text }, formatDate(text));
    if (type.format === 'email' && isLong) return h('a', { href: `mailto:${text}` }, text);
    if (type.format === 'uri' && isLong && /^https?:\/\//i.test(text))
      return h('a', { href: text, rel: 'noreferrer noopener', target: '_blank' }, text);
    if (type.format === 'typeid' || type.format === 'uuid' || type.format === 'uuidv7')
      return h('span', { class: 'id' }, text);
  }
  return isLong ? h('span', { class: 'long' }, text) : shorten(text);
}

/** Puts a thin space between groups of three digits of the whole part; the digits stay as they are. */
function formatNumber(text: string): string {
  return text.replace(
    /^(-?)(\d{5,})/,
    (_all, sign: string, digits: string) => sign + digits.replace(/\B(?=(\d{3})+$)/g, '\u202f'),
  );
}

function formatDate(text: string): string {
  const day = new Date(`${text}T00:00:00Z`);
  if (Number.isNaN(day.getTime())) return text;
  return day.toLocaleDateString(undefined, { timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric' });
}

/** Shows a moment: soon or lately in words, and always the exact one in its title. */
export function showTime(text: string): HTMLElement {
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) return h('span', {}, text);
  const exact = at.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
  return h('time', { datetime: text, title: `${exact} (${text})` }, formatAway(at.getTime() - Date.now()) ?? exact);
}

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

function formatAway(milliseconds: number): string | undefined {
  if (Math.abs(milliseconds) > 3 * 86_400_000) return undefined;
  const [unit, size] = units.find(([, each]) => Math.abs(milliseconds) >= each) ?? ['second', 1000];
  const format = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
  return unit === 'second'
    ? milliseconds < 0
      ? 'just now'
      : 'in a moment'
    : format.format(Math.trunc(milliseconds / size), unit);
}

/** Shows a value in full, as on the page of a record. */
export function showLong(field: FieldData, value: unknown, resource?: ResourceData): Child {
  const type = resolve(field.type);
  if (value === undefined || value === null || value === '') return none();
  if (type.kind === 'choice' && type.isState === true) return showState(resource, field.field, String(value));
  if (type.kind === 'list' && Array.isArray(value)) return showList(resolve(type.item), value, resource);
  if (type.kind === 'ref' || (type.kind === 'object' && type.resource !== undefined))
    return showShort(field, value, resource);
  if (type.kind === 'object' && typeof value === 'object') return showObject(type.fields, value as Row, resource);
  if (type.kind === 'file' && typeof value === 'object') return summarize(value);
  if (typeof value === 'object' && !(value instanceof Exact)) return h('pre', { tabindex: 0 }, writeExact(value, 2));
  return showPlain(type, value, true);
}

function showObject(fields: readonly FieldData[], row: Row, resource?: ResourceData): Child {
  return h(
    'dl',
    { class: 'inner' },
    fields.map((field) =>
      h('div', {}, h('dt', {}, toWords(field.name)), h('dd', {}, showLong(field, row[field.name], resource))),
    ),
  );
}

function showList(item: TypeData, values: readonly unknown[], resource?: ResourceData): Child {
  if (values.length === 0) return none();
  if (item.kind !== 'object')
    return h(
      'ul',
      { class: 'plain' },
      values.map((value) => h('li', {}, showShort({ name: '', type: item }, value, resource))),
    );
  // The identity of a child says nothing next to its other values.
  const identity = findResource(item.resource)?.identity;
  const fields = item.fields.filter(({ name, field }) => item.fields.length === 1 || (field ?? name) !== identity);
  return h(
    'div',
    { class: 'scroll', tabindex: 0 },
    h(
      'table',
      { class: 'inner' },
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          fields.map((field) => h('th', { scope: 'col' }, toWords(field.name))),
        ),
      ),
      h(
        'tbody',
        {},
        values.map((value) =>
          h(
            'tr',
            {},
            fields.map((field) => h('td', {}, showShort(field, (value as Row | null)?.[field.name], resource))),
          ),
        ),
      ),
    ),
  );
}
