const parameter = /[ \t]*;[ \t]*(?:([^\s=;"]+)=("(?:[^"\\]|\\.)*"|[^\s;"]*))?/y;

/**
 * Returns whether a media type leaves its text in UTF-8: it states no charset, or UTF-8 each time. Parameters that cannot be read
 * (RFC 9110, section 5.6.6) count as another charset.
 */
export function isUtf8Type(type: string): boolean {
  if (!/charset/i.test(type)) return true;
  const whole = type.trimEnd();
  let at = whole.indexOf(';');
  while (at !== -1 && at < whole.length) {
    parameter.lastIndex = at;
    const found = parameter.exec(whole);
    if (found === null) return false;
    const [, name, value = ''] = found;
    if (name?.toLowerCase() === 'charset' && !/^utf-?8$/i.test(unquote(value))) return false;
    at = parameter.lastIndex;
  }
  return true;
}

function unquote(value: string): string {
  return value.startsWith('"') ? value.slice(1, -1).replace(/\\(.)/g, '$1') : value;
}
