/**
 * Writes a body as the fields of a form (WHATWG URL, section 5): a list as a repeated field, the members of an object as `object[member]`. Null
 * and empty lists are left out: no form can carry them.
 */
export function writeFormBody(body: unknown): string {
  return new URLSearchParams(listFields(body, '')).toString();
}

function listFields(value: unknown, name: string): [string, string][] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value))
    return value.map((item) => [name, typeof item === 'object' ? JSON.stringify(item) : String(item)]);
  if (typeof value !== 'object') return [[name, String(value)]];
  return Object.entries(value).flatMap(([key, inner]) => listFields(inner, name === '' ? key : `${name}[${key}]`));
}
