/** The value of a JSON text; undefined when it is none, or an object in it names a member twice (RFC 7493, section 2.3). */
export function parseJson(text: string): { readonly value: unknown } | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return namesIn(text) === membersOf(value) ? { value } : undefined;
}

/** How many member names a JSON text has: its strings that a colon follows. */
function namesIn(text: string): number {
  let names = 0;
  for (let from = text.indexOf('"'); from !== -1; ) {
    let end = text.indexOf('"', from + 1);
    while (text.charCodeAt(end - 1) === 92 && escaped(text, end)) end = text.indexOf('"', end + 1);
    let next = end + 1;
    while (text.charCodeAt(next) <= 32) next++;
    if (text.charCodeAt(next) === 58) names++;
    from = text.indexOf('"', next);
  }
  return names;
}

function escaped(text: string, quote: number): boolean {
  let from = quote - 1;
  while (text.charCodeAt(from) === 92) from--;
  return (quote - from) % 2 === 0;
}

function membersOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let members = 0;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) members += membersOf(value[i]);
    return members;
  }
  for (const name in value) members += 1 + membersOf((value as Record<string, unknown>)[name]);
  return members;
}
