import { StoredFile } from '../../plan/files/stored-file.ts';

const escaped = /["\\\u0000-\u001f\ud800-\udfff]/;

/** Returns a string as JSON. `JSON.stringify` costs more where nothing has to be escaped, up to some length. */
export function quoteString(text: string): string {
  return text.length < 32 && !escaped.test(text) ? `"${text}"` : JSON.stringify(text);
}

/** The text of a value as JSON, BigInts in all their digits; members that are undefined are left out. */
export function stringifyExact(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return quoteString(value);
    case 'number':
      return Number.isFinite(value) ? String(value) : 'null';
    case 'bigint':
    case 'boolean':
      return String(value);
    case 'object':
      return value === null ? 'null' : Array.isArray(value) ? stringifyList(value) : stringifyObject(value);
    default:
      return 'null';
  }
}

function stringifyList(list: readonly unknown[]): string {
  let text = '[';
  for (let at = 0; at < list.length; at++) text += at === 0 ? stringifyExact(list[at]) : `,${stringifyExact(list[at])}`;
  return `${text}]`;
}

function stringifyObject(object: object): string {
  if (object instanceof StoredFile) return JSON.stringify(object);
  let text = '';
  for (const name of Object.keys(object)) {
    const value = (object as Record<string, unknown>)[name];
    if (value !== undefined) text += `${text === '' ? '{' : ','}${quoteString(name)}:${stringifyExact(value)}`;
  }
  return text === '' ? '{}' : `${text}}`;
}
