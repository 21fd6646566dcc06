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
];

const bits = new Map(asked.map((name, i) => [name, 1 << i]));
const lower = new Map<string, string>();

/** The most spellings of header names that are remembered. */
const most = 1000;

function lowerOf(name: string): string {
  const known = lower.get(name);
  if (known !== undefined) return known;
  const made = name.toLowerCase();
  if (lower.size < most) lower.set(name, made);
  return made;
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
      const bit = bits.get(lowerOf(raw[i]!)) ?? 0;
      twice |= sent & bit;
      sent |= bit;
    }
    this.#raw = raw;
    this.#sent = sent;
    this.#twice = twice;
  }

  /** The value of a header by its lower-case name; several joined as HTTP says (RFC 9110, section 5.3; cookies by `;`). */
  header(name: string): string | undefined {
    const bit = bits.get(name);
    if (bit !== undefined && (this.#sent & bit) === 0) return undefined;
    const raw = this.#raw;
    let value: string | undefined;
    for (let i = 0; i < raw.length; i += 2) {
      if (lowerOf(raw[i]!) !== name) continue;
      value = value === undefined ? raw[i + 1]! : `${value}${name === 'cookie' ? '; ' : ', '}${raw[i + 1]}`;
    }
    return value;
  }

  /** How often a header of this lower-case name was sent. */
  headerCount(name: string): number {
    const bit = bits.get(name);
    if (bit !== undefined && (this.#twice & bit) === 0) return (this.#sent & bit) === 0 ? 0 : 1;
    const raw = this.#raw;
    let count = 0;
    for (let i = 0; i < raw.length; i += 2) if (lowerOf(raw[i]!) === name) count++;
    return count;
  }

  /** Whether a header was sent whose lower-case name begins so. */
  headerStartsWith(beginning: string): boolean {
    const raw = this.#raw;
    for (let i = 0; i < raw.length; i += 2) if (lowerOf(raw[i]!).startsWith(beginning)) return true;
    return false;
  }
}
