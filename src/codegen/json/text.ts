/** The text of a value as JSON, BigInts in all their digits; members that are undefined are left out. */
export function stringifyExact(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value);
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
  let text = '';
  for (const name of Object.keys(object)) {
    const value = (object as Record<string, unknown>)[name];
    if (value !== undefined) text += `${text === '' ? '{' : ','}${JSON.stringify(name)}:${stringifyExact(value)}`;
  }
  return text === '' ? '{}' : `${text}}`;
}
