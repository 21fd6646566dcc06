/** A text that a pattern takes, or undefined if the pattern uses what this small generator does not know. */
export function matchPattern(pattern: string): string | undefined {
  const reader = { text: pattern, at: 0 };
  const text = readAlternatives(reader);
  if (text === undefined || reader.at < pattern.length) return undefined;
  try {
    return new RegExp(pattern, 'u').test(text) ? text : undefined;
  } catch {
    return text;
  }
}

interface Reader {
  readonly text: string;
  at: number;
}

/** The first of `a|b` whose items are known. */
function readAlternatives(reader: Reader): string | undefined {
  let found: string | undefined;
  let known = true;
  for (;;) {
    const branch = readSequence(reader);
    known &&= branch !== undefined || found !== undefined;
    found ??= branch;
    if (reader.text[reader.at] !== '|') return known || found !== undefined ? found : undefined;
    reader.at++;
  }
}

function readSequence(reader: Reader): string | undefined {
  let text = '';
  while (reader.at < reader.text.length && !'|)'.includes(reader.text[reader.at]!)) {
    const pick = readItem(reader);
    if (pick === undefined) return undefined;
    const count = readCount(reader);
    if (count === undefined) return undefined;
    for (let i = 0; i < count; i++) text += pick(i);
  }
  return text;
}

/** Chooses the character, or the text, of each repetition. */
type Pick = (index: number) => string;

function readItem(reader: Reader): Pick | undefined {
  const char = reader.text[reader.at++]!;
  if (char === '^' || char === '$') return () => '';
  if (char === '.') return (i) => 'abcdefgh'[i % 8]!;
  if (char === '[') return readClass(reader);
  if (char === '\\') return readEscape(reader);
  if (char !== '(') return () => char;
  const head = /^\?(?::|P?<[A-Za-z_]\w*>)/.exec(reader.text.slice(reader.at))?.[0];
  if (head !== undefined) reader.at += head.length;
  else if (reader.text[reader.at] === '?') return undefined;
  const inner = readAlternatives(reader);
  if (inner === undefined || reader.text[reader.at++] !== ')') return undefined;
  return () => inner;
}

const digits = '1234567890';
const letters = 'abcdefghijklmnopqrstuvwxyz';

function readEscape(reader: Reader): Pick | undefined {
  const char = reader.text[reader.at++];
  if (char === 'd') return (i) => digits[i % 10]!;
  if (char === 'w') return (i) => letters[i % 26]!;
  if (char === 's') return () => ' ';
  if (char === 'b' || char === 'A' || char === 'z') return () => '';
  if (char === undefined || /[A-Za-z0-9]/.test(char)) return undefined;
  return () => char;
}

function readClass(reader: Reader): Pick | undefined {
  const end = reader.text.indexOf(']', reader.at + (reader.text[reader.at] === '^' ? 2 : 1));
  if (end < 0) return undefined;
  const inside = reader.text.slice(reader.at, end);
  reader.at = end + 1;
  if (inside.includes('[:') || inside.includes('\\p')) return undefined;
  const candidates = [...digits, ...letters, ...letters.toUpperCase(), ...'-_.:/@+ '];
  let fits: RegExp;
  try {
    fits = new RegExp(`^[${inside}]$`);
  } catch {
    return undefined;
  }
  const found = candidates.filter((char) => fits.test(char));
  // Letters read better than digits, in the order of the alphabet.
  const sorted = found.toSorted((left, right) => Number(/\d/.test(left)) - Number(/\d/.test(right)));
  const all = sorted.some((char) => /[a-z0-9]/i.test(char)) ? sorted.filter((char) => /[a-z0-9]/i.test(char)) : sorted;
  return all.length === 0 ? undefined : (i) => all[i % all.length]!;
}

/** How often an item is repeated: as seldom as its quantifier allows, once for `*`, thrice for `+`. */
function readCount(reader: Reader): number | undefined {
  const found = /^(?:\*|\+|\?|\{(\d+)(?:,(\d*))?\})\??/.exec(reader.text.slice(reader.at));
  if (found === null) return 1;
  reader.at += found[0].length;
  const [sign, least, most] = found;
  if (least === undefined) return sign.startsWith('?') ? 0 : sign.startsWith('*') ? 1 : 3;
  const wanted = Math.max(Number(least), 3);
  return most === undefined ? Number(least) : most === '' ? wanted : Math.min(wanted, Number(most));
}
