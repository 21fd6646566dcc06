/** Headers that are asked for often: whether one was sent is a bit. */
const asked = [
  'authorization',
  'accept',
  'content-type',
  'content-length',
  'content-encoding',
  'transfer-encoding',
  'if-match',
  'if-none-match',
  'traceparent',
  'host',
  'cookie',
  'forwarded',
  'via',
  'upgrade',
  'origin',
  'idempotency-key',
];

/** A spelling of a header name: its lower-case name, and its index in `asked`, or -1. */
interface Spelling {
  readonly name: string;
  readonly at: number;
}

const places = new Map(asked.map((name, i) => [name, i]));
const spellings = new Map<string, Spelling>();

/** The most spellings of header names that are remembered. */
const most = 1000;

function spellingOf(text: string): Spelling {
  const known = spellings.get(text);
  if (known !== undefined) return known;
  const lower = text.toLowerCase();
  const at = asked.indexOf(lower);
  const spelling: Spelling = { name: at === -1 ? lower : asked[at]!, at };
  if (spellings.size < most) spellings.set(text, spelling);
  return spelling;
}

/** The headers of a request as a list of name, value, name, value, …, in the spelling in which they were sent. */
export class Headers {
  readonly #raw: readonly string[];
  readonly #sent: number;
  readonly #twice: number;

  constructor(raw: readonly string[]) {
    let sent = 0;
    let twice = 0;
    for (let i = 0; i < raw.length; i += 2) {
      const { at } = spellingOf(raw[i]!);
      if (at === -1) continue;
      const bit = 1 << at;
      twice |= sent & bit;
      sent |= bit;
    }
    this.#raw = raw;
    this.#sent = sent;
    this.#twice = twice;
  }

  /** The value of a header by its lower-case name; several joined as HTTP says (RFC 9110, section 5.3; cookies by `;`). */
  header(name: string): string | undefined {
    const at = places.get(name);
    const bit = at === undefined ? 0 : 1 << at;
    if (at !== undefined && (this.#sent & bit) === 0) return undefined;
    const once = at !== undefined && (this.#twice & bit) === 0;
    const raw = this.#raw;
    let value: string | undefined;
    for (let i = 0; i < raw.length; i += 2) {
      if (spellingOf(raw[i]!).name !== name) continue;
      if (once) return raw[i + 1]!;
      value = value === undefined ? raw[i + 1]! : `${value}${name === 'cookie' ? '; ' : ', '}${raw[i + 1]}`;
    }
    return value;
  }

  /** How often a header of this lower-case name was sent. */
  headerCount(name: string): number {
    const at = places.get(name);
    if (at !== undefined && (this.#twice & (1 << at)) === 0) return (this.#sent & (1 << at)) === 0 ? 0 : 1;
    const raw = this.#raw;
    let count = 0;
    for (let i = 0; i < raw.length; i += 2) if (spellingOf(raw[i]!).name === name) count++;
    return count;
  }

  /** Whether a header was sent whose lower-case name begins so. */
  headerStartsWith(beginning: string): boolean {
    const raw = this.#raw;
    for (let i = 0; i < raw.length; i += 2) if (spellingOf(raw[i]!).name.startsWith(beginning)) return true;
    return false;
  }
}
