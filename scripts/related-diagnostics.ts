import { catalogue } from '../src/diagnostics/diagnostic.ts';
import { findPosition, readLine, type Source } from '../src/text/location.ts';
import type { Shown } from '../tests/support/cases.ts';

/** Related diagnostics on one page at most. */
const most = 4;

/** The column, line or heading of a document that a diagnostic is about, with its table and part. */
function describeLocation(source: Source, offset: number): string {
  const { line, column } = findPosition(source, offset);
  const text = readLine(source, line);
  if (!text.startsWith('|')) return /^- [^:]+(?=:)/.exec(text)?.[0] ?? /^#+ /.exec(text)?.[0] ?? source.name;
  let top = line;
  while (top > 1 && readLine(source, top - 1).startsWith('|')) top--;
  const titles = readLine(source, top).split('|');
  return `${titles[1]}|${titles[text.slice(0, column - 1).split('|').length - 1]}`;
}

/** Returns the diagnostics that are closest to each one: of the same rule, or about the same column or line. */
export function relateDiagnostics(shown: readonly Shown[]): ReadonlyMap<string, readonly string[]> {
  const shares = new Map<string, ReadonlyMap<string, number>>();
  for (const [code, of] of Map.groupBy(shown, ({ diagnostic }) => diagnostic.code)) {
    const at = Map.groupBy(of, ({ diagnostic, source }) => describeLocation(source, diagnostic.span.start));
    shares.set(code, new Map([...at].map(([location, found]) => [location, found.length / of.length])));
  }
  const closeness = (code: string, other: string): number => {
    const overlap = [...shares.get(code)!].reduce(
      (sum, [location, share]) => sum + Math.min(share, shares.get(other)!.get(location) ?? 0),
      0,
    );
    const isSameArea = code.split('/')[0] === other.split('/')[0];
    return overlap + (catalogue.get(code)!.note === catalogue.get(other)!.note ? 1 : 0) + (isSameArea ? 0.3 : 0);
  };
  const codes = [...shares.keys()].sort();
  return new Map(
    codes.map((code) => {
      const scored = codes.filter((other) => other !== code).map((other) => ({ other, score: closeness(code, other) }));
      const close = scored.filter(({ score }) => score > 0.5).toSorted((one, other) => other.score - one.score);
      return [code, close.slice(0, most).map(({ other }) => other)];
    }),
  );
}
