/** The coverage of one script as V8 writes it for `NODE_V8_COVERAGE`. Offsets are in UTF-16 units, as in strings. */
export interface ScriptCoverage {
  readonly url: string;
  readonly functions: readonly {
    readonly ranges: readonly { readonly startOffset: number; readonly endOffset: number; readonly count: number }[];
  }[];
}

/** Says whether the code at an offset ran: the smallest range that holds it was counted. */
export function hasRun(script: ScriptCoverage, offset: number): boolean {
  let smallest = Number.POSITIVE_INFINITY;
  let count = 0;
  for (const { ranges } of script.functions) {
    for (const range of ranges) {
      const length = range.endOffset - range.startOffset;
      if (range.startOffset > offset || offset >= range.endOffset || length > smallest) continue;
      smallest = length;
      count = range.count;
    }
  }
  return count > 0;
}
