/** An RFC 8941 string (section 3.3.3), or the characters of a token. */
const written = /^(?:"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"|([!#$%&'*+\-.^_`|~:/=0-9A-Za-z]+))$/;
const longest = 255;

/** The key of an idempotency header's value: `"k"` and `k` are one; undefined when it is none of 1 to 255 characters. */
export function readIdempotencyKey(value: string): string | undefined {
  const found = written.exec(value.trim());
  const key = found?.[1]?.replace(/\\(.)/g, '$1') ?? found?.[2];
  return key === undefined || key.length < 1 || key.length > longest ? undefined : key;
}

/** The text of a JSON value that is the same for equal values: the order of members aside, numbers by what they are. */
export function stringifyCanonically(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(stringifyCanonically).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
    return `{${members.map(([name, field]) => `${JSON.stringify(name)}:${stringifyCanonically(field)}`).join(',')}}`;
  }
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}
