/** Names any value in a message: the value if it is short and plain, else its kind. */
export function describeValue(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (typeof value === 'string') return value.length > 40 ? 'a string' : `the string ${JSON.stringify(value)}`;
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return `\`${value}\``;
  if (Array.isArray(value)) return 'a list';
  if (value instanceof Promise) return 'a promise: await it';
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'an invalid Date' : 'a Date';
  if (typeof value !== 'object') return `a ${typeof value}`;
  const [, tag] = /^\[object (?!Object)(\w+)\]$/.exec(Object.prototype.toString.call(value)) ?? [];
  return tag === undefined ? 'an object' : `a ${tag}`;
}
