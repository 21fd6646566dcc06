import { setOwn } from '../text/own-property.ts';

/** The media type of a form's fields (WHATWG URL, section 5). */
export const formType = 'application/x-www-form-urlencoded';

/** A body as a form. */
export interface FormBody {
  readonly text: string;
  /** The first value that no form can carry, which the text leaves out, in words. */
  readonly problem?: string;
}

/** Writes a body as the fields of a form: a list as a repeated field, the members of an object as `object[member]`. */
export function writeFormBody(body: unknown): FormBody {
  const problems: string[] = [];
  const text = new URLSearchParams(listFields(body, '', problems)).toString();
  return { text, ...(problems.length === 0 ? {} : { problem: problems[0]! }) };
}

function listFields(value: unknown, name: string, problems: string[]): [string, string][] {
  if (value === undefined) return [];
  if (value === null || (Array.isArray(value) && value.length === 0)) {
    problems.push(`${name} is ${value === null ? 'null' : 'an empty list'}, which a form cannot carry`);
    return [];
  }
  if (Array.isArray(value))
    return value.map((item) => [name, typeof item === 'object' ? JSON.stringify(item) : String(item)]);
  if (typeof value !== 'object') return [[name, String(value)]];
  return Object.entries(value).flatMap(([key, inner]) =>
    listFields(inner, name === '' ? key : `${name}[${key}]`, problems),
  );
}

/** A body that was read from a form. */
export interface ReadForm {
  readonly [name: string]: string | readonly string[] | ReadForm;
}

/** Reads the fields of a form as the body of which `writeFormBody` makes it: all values are texts, and a list of one item is its item. */
export function readFormBody(text: string): ReadForm {
  const body: Record<string, unknown> = {};
  for (const [name, all] of Map.groupBy(new URLSearchParams(text), ([field]) => field)) {
    const [, first = name, inside = ''] = /^([^[\]]+)((?:\[[^[\]]+\])+)$/.exec(name) ?? [];
    const path = [first, ...inside.slice(1, -1).split('][')].filter((part) => part !== '');
    const last = path.pop() ?? name;
    let holder = body;
    for (const part of path) {
      const held = Object.hasOwn(holder, part) && typeof holder[part] === 'object' ? holder[part] : {};
      setOwn(holder, part, held);
      holder = held as Record<string, unknown>;
    }
    setOwn(holder, last, all.length === 1 ? all[0]![1] : all.map(([, value]) => value));
  }
  return body as ReadForm;
}

/** Writes a body with files as a form in parts (RFC 7578): each file as the part of its name, everything else as one part of JSON. */
export function writePartsBody(body: object): FormData {
  const form = new FormData();
  const files: [name: string, file: Blob][] = [];
  const fields = takeFiles(body, files, '');
  if (Object.keys(fields).length > 0)
    // No member of a Request has this name.
    form.append('(json)', new Blob([JSON.stringify(fields)], { type: 'application/json' }));
  for (const [name, file] of files) form.append(name, file);
  return form;
}

function takeFiles(body: object, files: [name: string, file: Blob][], around: string): object {
  const rest: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(body)) {
    const name = around === '' ? key : `${around}[${key}]`;
    if (value instanceof Blob) files.push([name, value]);
    else if (typeof value !== 'object' || value === null || Array.isArray(value)) rest[key] = value;
    else rest[key] = takeFiles(value, files, name);
  }
  return rest;
}
