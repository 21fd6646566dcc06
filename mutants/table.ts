import type { Mutant } from './mutant.ts';

/** What became of a mutant. */
export interface Result {
  /** The place of the run that the mutant was sampled from. */
  readonly place: string;
  readonly mutant: Mutant;
  readonly outcome: 'killed' | 'timed out' | 'survived' | 'not reached';
  /** The name of the test that failed. */
  readonly test: string;
}

const outcomes = ['killed', 'timed out', 'survived', 'not reached'] as const;

/** Returns a table in Markdown: for each place, the number of mutants by outcome, and the share that a test found. */
export function tableOf(results: readonly Result[]): readonly string[] {
  const places = [...Map.groupBy(results, ({ place }) => place)];
  const rows = places.length > 1 ? [...places, [undefined, results] as const] : places;
  return [
    '| Place | Mutants | Killed | Timed out | Survived | Not reached | Found |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...rows.map(([place, all]) => {
      const [killed, late, ...rest] = outcomes.map((name) => all.filter(({ outcome }) => outcome === name).length);
      const share = Math.round((100 * (killed! + late!)) / all.length);
      return `| ${[place === undefined ? 'all' : `\`${place}\``, all.length, killed, late, ...rest, `${share} %`].join(' | ')} |`;
    }),
  ];
}

/** Returns the line of a mutant in the list of survivors. */
export function lineOf({ file, line, kind, original, replacement }: Mutant): string {
  return `${file}:${line} ${kind}: ${short(original)} → ${short(replacement)}`;
}

function short(code: string): string {
  const line = code.replace(/\s+/g, ' ');
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}
