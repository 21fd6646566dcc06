import type { FieldData, TypeData } from '../../model.ts';
import { convertText, describeType } from '../base/convert.ts';
import { data, type Row, resolve, toWords } from '../base/data.ts';
import { createId, fill, h } from '../base/dom.ts';
import { isSame, writeExact } from '../base/exact.ts';
import type { Fault } from '../service/api.ts';
import { createPicker } from './picker.ts';

/** The faults of the inputs of a form, and the place to say each. */
export interface Collected {
  readonly faults: Fault[];
  /** The place of each value, by its pointer. */
  readonly places: Map<string, FaultPlace>;
}

/** The place where a fault of a value is said. */
export interface FaultPlace {
  readonly input: HTMLElement;
  readonly out: HTMLElement;
}

/** The inputs for a value. `read` returns the value, undefined if there is none. */
export interface Editor {
  readonly element: HTMLElement;
  read(pointer: string, into: Collected): unknown;
}

/** The properties of a form that its inputs need. */
export interface Around {
  /** A merge patch: an emptied value is removed by null. */
  readonly patches?: boolean;
  /** Values of parents, for the lists of pickers. */
  readonly params: URLSearchParams;
}

/** Creates the inputs for a field of an object, with its name, its help and the place of its faults. */
export function createField(field: FieldData, value: unknown, around: Around, note?: string): Editor {
  const type = resolve(field.type);
  if (type.kind === 'constant') return { element: h('span', { hidden: true }), read: () => type.value };
  const start = value === undefined ? field.default : value;
  const id = createId();
  const [help, out] = [h('p', { class: 'help', id: `${id}h` }), h('p', { class: 'fault', id: `${id}f` })];
  help.textContent = [describeHelp(field), describeType(type)]
    .filter((each) => each !== undefined && each !== '')
    .join(' · ');
  if (note !== undefined) {
    help.textContent = [note, help.textContent].filter((each) => each !== '').join(' · ');
    return {
      element: h(
        'div',
        { class: 'field' },
        h('span', { class: 'name' }, toWords(field.name)),
        h('p', {}, value === undefined ? '–' : String(value)),
        help,
      ),
      read: () => undefined,
    };
  }
  const isGroup = type.kind === 'object' || type.kind === 'list' || type.kind === 'map' || type.kind === 'named';
  const editor = createEditor(type, start, around, { id, isRequired: field.required === true });
  const input = isGroup ? editor.element : (editor.element.querySelector<HTMLElement>(`#${id}`) ?? editor.element);
  input.setAttribute('aria-describedby', `${id}h ${id}f`);
  const name = [
    toWords(field.name),
    field.required === true ? h('span', { class: 'must', title: 'required' }, ' *') : '',
  ];
  const element = isGroup
    ? h('fieldset', { class: 'field' }, h('legend', {}, name), help, editor.element, out)
    : h('div', { class: 'field' }, h('label', { for: id }, name), editor.element, help, out);
  return {
    element,
    read(pointer, into) {
      into.places.set(pointer, { input, out });
      const now = editor.read(pointer, into);
      if (now !== undefined) return now;
      if (around.patches === true && value !== undefined && value !== null) {
        if (type.nullable === true) return null;
        if (type.kind === 'string' && type.format === undefined) return '';
      }
      if (field.required === true && !into.faults.some((fault) => fault.pointer === pointer))
        into.faults.push({ pointer, message: 'is required' });
      return undefined;
    },
  };
}

function describeHelp({ help }: FieldData): string | undefined {
  return help?.replace(/ ?Null removes it\.$/, '').replace(/`/g, '');
}

interface Named {
  readonly id: string;
  readonly isRequired: boolean;
}

function createEditor(type: TypeData, value: unknown, around: Around, named: Named): Editor {
  switch (type.kind) {
    case 'object':
      return createObject(type.fields, value, around);
    case 'named':
      return createUnion(type.name, value, around);
    case 'list':
      return createList(resolve(type.item), value, around);
    case 'ref': {
      const picker = createPicker(type.resource, value, named.id, around.params);
      return { element: picker.element, read: () => picker.read() };
    }
    case 'choice':
      return createSelect(type.values, value, named);
    case 'boolean':
      return createBoolean(value, named);
    case 'file':
      return createFile(type.types ?? [], named);
    case 'map':
    case 'any':
      return createText(type, value === undefined || value === null ? '' : writeExact(value, 2), value, {
        ...named,
        isLong: true,
      });
    default:
      return createText(type, value === undefined || value === null ? '' : String(value), value, named);
  }
}

const kinds: Readonly<Record<string, string>> = {
  date: 'date',
  'date-time': 'datetime-local',
  email: 'email',
  uri: 'url',
  password: 'password',
};

function createText(
  type: TypeData,
  text: string,
  value: unknown,
  { id, isLong = false }: Named & { readonly isLong?: boolean },
): Editor {
  const format = type.kind === 'string' ? type.format : undefined;
  const most = type.kind === 'string' && type.unit === 'characters' ? Number(type.to ?? Number.NaN) : Number.NaN;
  const isArea = isLong || (type.kind === 'string' && format === undefined && (most > 200 || text.includes('\n')));
  const isNumber = type.kind === 'integer' || type.kind === 'number' || format === 'decimal';
  const shown = format === 'date-time' ? toLocal(text) : text;
  const input = isArea
    ? h('textarea', { id, rows: isLong ? 4 : 3, spellcheck: !isLong })
    : h('input', {
        id,
        type: isNumber ? 'text' : (kinds[format ?? ''] ?? 'text'),
        inputmode: isNumber ? (type.kind === 'integer' ? 'numeric' : 'decimal') : undefined,
        step: format === 'date-time' ? 1 : undefined,
        autocomplete: format === 'password' ? 'new-password' : 'off',
      });
  input.value = shown;
  return {
    element: input,
    read(pointer, { faults }) {
      // An untouched value is sent as it came, to the last digit.
      if (input.value === shown && value !== undefined && value !== null) return value;
      const converted = convertText(type, input.value);
      if (converted.fault === undefined) return converted.value;
      faults.push({ pointer, message: converted.fault });
      return undefined;
    },
  };
}

/** A moment in the time zone of the user, as its input takes it. */
function toLocal(text: string): string {
  const at = new Date(text);
  if (text === '' || Number.isNaN(at.getTime())) return '';
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}

function createSelect(values: readonly string[], value: unknown, { id, isRequired }: Named): Editor {
  const select = h(
    'select',
    { id },
    isRequired && value !== undefined ? undefined : h('option', { value: '' }, '–'),
    values.map((each) => h('option', { value: each, selected: each === value }, each)),
  );
  return { element: select, read: () => (select.value === '' ? undefined : select.value) };
}

function createBoolean(value: unknown, named: Named): Editor {
  const select = createSelect(
    ['yes', 'no'],
    value === undefined || value === null ? undefined : value === true ? 'yes' : 'no',
    named,
  );
  return {
    element: select.element,
    read(pointer, into) {
      const word = select.read(pointer, into);
      return word === undefined ? undefined : word === 'yes';
    },
  };
}

function createFile(types: readonly string[], { id }: Named): Editor {
  const input = h('input', { id, type: 'file', accept: types.length === 0 ? undefined : types.join(',') });
  return { element: input, read: () => input.files?.[0] };
}

function createObject(fields: readonly FieldData[], value: unknown, around: Around): Editor {
  const row = (typeof value === 'object' && value !== null ? value : {}) as Row;
  const isNew = value === undefined || value === null;
  const inside = { ...around, patches: false };
  const editors = fields.map((field) => [field.name, createField(field, row[field.name], inside)] as const);
  return {
    element: h(
      'div',
      { class: 'object' },
      editors.map(([, { element }]) => element),
    ),
    read(pointer, into) {
      const before = into.faults.length;
      const made: Record<string, unknown> = {};
      for (const [name, editor] of editors) {
        const each = editor.read(`${pointer}/${escapeName(name)}`, into);
        if (each !== undefined) made[name] = each;
      }
      // An object of which nothing was filled in is left out, with its faults.
      if (isNew && isSame(made, pickDefaults(fields))) {
        into.faults.length = before;
        return undefined;
      }
      return made;
    },
  };
}

function pickDefaults(fields: readonly FieldData[]): Row {
  return Object.fromEntries(
    fields.flatMap(({ name, default: otherwise }) => (otherwise === undefined ? [] : [[name, otherwise]])),
  );
}

/** Writes a name as a part of a pointer (RFC 6901). */
export function escapeName(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

function createList(item: TypeData, value: unknown, around: Around): Editor {
  const items = h('ol', { class: 'items' });
  const editors = new Map<HTMLElement, Editor>();
  const add = (each: unknown): HTMLElement => {
    const id = createId();
    const editor = createEditor(item, each, { ...around, patches: false }, { id, isRequired: true });
    const out = h('p', { class: 'fault' });
    const leave = (): void => {
      editors.delete(line);
      line.remove();
    };
    const remove = h('button', { type: 'button', class: 'icon', 'aria-label': 'Remove', click: leave }, '✕');
    if (item.kind !== 'object')
      (editor.element.matches('input, select, textarea')
        ? editor.element
        : editor.element.querySelector('input')
      )?.setAttribute('aria-label', 'Item');
    const line: HTMLElement = h('li', {}, h('div', { class: 'item' }, editor.element, remove), out);
    editors.set(line, {
      element: editor.element,
      read(pointer, into) {
        into.places.set(pointer, { input: editor.element, out });
        const now = editor.read(pointer, into);
        // An item that was added and not filled in says what it lacks.
        if (now === undefined && item.kind === 'object') into.faults.push({ pointer, message: 'is empty' });
        return now;
      },
    });
    items.append(line);
    return line;
  };
  if (Array.isArray(value)) for (const each of value) add(each);
  else if (item.kind === 'object') add(undefined);
  const more = h(
    'button',
    {
      type: 'button',
      class: 'quiet',
      click: () => add(undefined).querySelector<HTMLElement>('input, select, textarea')?.focus(),
    },
    '+ Add',
  );
  return {
    element: h('div', {}, items, more),
    read(pointer, into) {
      const lines = [...items.children].flatMap((line) => editors.get(line as HTMLElement) ?? []);
      const read = lines
        .map((editor, at) => editor.read(`${pointer}/${at}`, into))
        .filter((each) => each !== undefined);
      return read.length === 0 && value === undefined ? undefined : read;
    },
  };
}

function createUnion(name: string, value: unknown, around: Around): Editor {
  const union = data.objects[name];
  if (union === undefined || !('tag' in union))
    return createText({ kind: 'any' }, value === undefined ? '' : writeExact(value, 2), value, {
      id: createId(),
      isRequired: false,
      isLong: true,
    });
  const given = (value ?? {}) as Row;
  const place = h('div');
  let editor: Editor | undefined;
  const show = (tag: string): void => {
    const object = data.objects[union.cases[tag] ?? ''];
    editor =
      object !== undefined && 'fields' in object
        ? createObject(
            object.fields.filter((field) => field.name !== union.tag),
            given[union.tag] === tag ? given : {},
            around,
          )
        : undefined;
    fill(place, editor?.element);
  };
  const select: HTMLSelectElement = h(
    'select',
    { 'aria-label': toWords(union.tag), change: () => show(select.value) },
    h('option', { value: '' }, '–'),
    Object.keys(union.cases).map((tag) => h('option', { value: tag, selected: given[union.tag] === tag }, tag)),
  );
  if (typeof given[union.tag] === 'string') show(String(given[union.tag]));
  return {
    element: h('div', {}, select, place),
    read(pointer, into) {
      if (select.value === '') return undefined;
      return { [union.tag]: select.value, ...(editor?.read(pointer, into) as Row | undefined) };
    },
  };
}
