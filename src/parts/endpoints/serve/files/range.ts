/** A part of a content: from an offset to the offset after its end. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Reads the header `Range` (RFC 9110, section 14.2). Undefined where the whole content is sent: no range, several of them, another unit,
 * or one that is malformed.
 */
export function readRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^\s*bytes\s*=\s*(\d{0,15})\s*-\s*(\d{0,15})\s*$/i.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { from: size - length, to: size };
  }
  const from = Number(first);
  if (last !== '' && Number(last) < from) return undefined;
  if (from >= size) return 'unsatisfiable';
  return { from, to: last === '' ? size : Math.min(Number(last) + 1, size) };
}
