import { listItems, type Tree } from '../source/tree.ts';

const literalName = /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/;

/** Writes a string as a literal of a machine cell: a bare word, or a JSON string. */
export function formatString(text: string): string {
  const isWord = literalName.test(text) && !/^(null|true|false|none|not|n|or|and|-?[0-9].*)$/i.test(text);
  return escapePipes(
    isWord ? text : JSON.stringify(text).replace(/ {2,}/g, (spaces) => '\\u0020'.repeat(spaces.length)),
  );
}

/** Writes a number without an exponent, or returns undefined if it has too many digits for that. */
export function formatNumber(value: number): string | undefined {
  if (!Number.isFinite(value)) return undefined;
  const text = String(Object.is(value, -0) ? 0 : value);
  if (!text.includes('e')) return text;
  if (Math.abs(value) >= 1e21) return undefined;
  return value.toFixed(20).replace(/\.?0+$/, '');
}

/** Writes a scalar or a list of scalars as a literal; undefined for anything else. */
export function formatLiteral(tree: Tree): string | undefined {
  if (tree.kind === 'map') return undefined;
  if (tree.kind === 'list') {
    const items = listItems(tree);
    if (items.some(({ kind }) => kind !== 'scalar')) return undefined;
    return escapePipes(
      `[${items.map((item) => (item.kind === 'scalar' ? JSON.stringify(item.value) : '')).join(', ')}]`,
    );
  }
  const { value } = tree;
  if (typeof value === 'string') return /[\u0000-\u001f\u007f]/.test(value) ? undefined : formatString(value);
  if (typeof value === 'number') return formatNumber(value);
  return value === null ? undefined : String(value);
}

/** An escape in a form that RE2 and ECMA-262 share: characters that mean nothing else stand for themselves. */
function plainEscape(whole: string, sign: string): string {
  if (sign === '|') return '[|]';
  if (sign.length === 5) {
    const code = Number.parseInt(sign.slice(1), 16);
    return code > 0xa0 && (code < 0xd800 || code > 0xdfff) ? String.fromCharCode(code) : whole;
  }
  return /[\w\\^$.*+?()[\]{}/-]/.test(sign) && sign !== '_' ? whole : sign;
}

/** Writes a pattern in a code span, or returns undefined if a code span cannot contain it. */
export function formatPattern(pattern: string): string | undefined {
  if (pattern === '' || /[\u0000-\u001f\u007f]/.test(pattern)) return undefined;
  const safe = pattern.replace(/\\(u[0-9a-fA-F]{4}|[\s\S])/g, plainEscape).replaceAll('`', '\\x60');
  const spaced = safe.replace(/^ | $| {2,}/g, (spaces) => '\\x20'.repeat(spaces.length));
  return `\`${escapePipes(spaced)}\``;
}

/** Writes the name of a field: in a code span where the language asks for one; undefined for a name that it has no form for. */
export function formatField(name: string): string | undefined {
  if (name === '__proto__' || name === '' || name.trim() !== name || /[`\u0000-\u001f\u007f-\u009f]| {2}/.test(name))
    return undefined;
  return /^[A-Za-z0-9_]+$/.test(name) ? name : `\`${escapePipes(name)}\``;
}

/** Writes the name of a parameter: in double quotes where the language asks for them. */
export function formatParameter(name: string): string | undefined {
  if (name === '' || /["`\\\u0000-\u001f\u007f]/.test(name) || name.trim() !== name) return undefined;
  return /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/.test(name) ? name : `"${escapePipes(name)}"`;
}

/** Escapes the pipes of a text for a cell. */
export function escapePipes(text: string): string {
  return text.replaceAll('|', '\\|');
}

const mostCell = 4_000;

/** Writes prose for the cell Meaning: one line, its white space single, its pipes escaped. */
export function formatMeaning(text: string): string {
  const line = text
    .replace(/<br\s*\/?>|<\/?p>/gi, ' ')
    .replace(/[\s\u0000-\u001f\u007f\u0085\u2028\u2029]+/g, ' ')
    .trim();
  const cut = line.length > mostCell ? `${line.slice(0, mostCell).replace(/[\ud800-\udbff]$/, '')} …` : line;
  return cut.replace(/\\+(?=\||$)/g, '').replaceAll('|', '\\|');
}

/** Writes the title of a page: one line without signs of Markdown; empty if nothing is left. */
export function formatTitle(text: string): string {
  return formatMeaning(text)
    .replace(/[\\`*_[\]<>&#|~!]+/g, ' ')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, 200);
}

/** Returns whether Meaning holds a text to its end. */
export function fitsMeaning(text: string): boolean {
  return text.length <= mostCell;
}
