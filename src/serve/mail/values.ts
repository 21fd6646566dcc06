/** The values of an email by their names, as JSON gives them. */
export type EmailValues = Readonly<Record<string, unknown>>;

/** Bidirectional overrides and isolates: they would show the text after a value in another order. */
const reordering = /[\u202A-\u202E\u2066-\u2069]/g;
const controls = /[\0-\x08\x0B-\x1F\x7F-\x9F\uE000\uE001]/g;

/** Writes a value as people read it. It has no control characters but tabs, and line breaks as `\n`. */
export function formatValue(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(formatValue).join(', ');
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text
    .toWellFormed()
    .replace(/\r\n|[\r\u0085\u2028\u2029]/g, '\n')
    .replace(controls, '')
    .replace(reordering, '');
}

/** Writes a value in one line. */
export function formatInline(value: unknown): string {
  return formatValue(value).replace(/\s*\n\s*/g, ' ');
}

/** Writes a value as a part of a URL: after the path, the query or the address has begun. */
export function formatUrlPart(value: unknown): string {
  return encodeURIComponent(formatInline(value)).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Writes a value as the beginning of a URL: of a web page or an email address, and nothing for any other value. */
export function formatUrl(value: unknown): string {
  const text = formatInline(value).trim();
  return /^(?:https?:\/\/|mailto:)[^\s<>"()]*$/i.test(text) ? text : '';
}
