/** A number of JSON whose text JavaScript cannot hold: it is kept as it was written. */
export class Exact {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
  toString(): string {
    return this.source;
  }
}

type Reviver = (key: string, value: unknown, context?: { readonly source?: string }) => unknown;

/** Reads JSON without the loss of a digit; undefined for any other text. */
export function parseExact(text: string): unknown {
  const revive: Reviver = (_key, value, context) => {
    const source = context?.source;
    return typeof value === 'number' && source !== undefined && String(value) !== source ? new Exact(source) : value;
  };
  try {
    return JSON.parse(text, revive);
  } catch {
    return undefined;
  }
}

const { rawJSON } = JSON as unknown as { readonly rawJSON?: (text: string) => unknown };

/** Writes JSON without the loss of a digit. */
export function writeExact(value: unknown, space?: number): string {
  const replace = (_key: string, each: unknown): unknown => {
    if (!(each instanceof Exact)) return each;
    return rawJSON === undefined ? Number(each.source) : rawJSON(each.source);
  };
  return JSON.stringify(value, replace, space);
}

/** Reads the text of a number, exactly; undefined for any other text. */
export function readNumber(text: string): number | Exact | undefined {
  const trimmed = text.trim();
  if (!/^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(trimmed)) return undefined;
  const value = Number(trimmed);
  return String(value) === trimmed ? value : new Exact(trimmed);
}

/** Whether two values of JSON are the same. */
export function isSame(left: unknown, right: unknown): boolean {
  return left === right || writeExact(left) === writeExact(right);
}
