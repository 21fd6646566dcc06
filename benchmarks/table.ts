import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { version } from 'node:process';
import type { Figures, Running } from './measure.ts';
import type { Options } from './options.ts';
import { median, pairedRatio, type Ratio } from './statistics.ts';

/** The figures of one operation: the median of each server and the first one's ratio to each other. */
export interface Line {
  readonly operation: string;
  readonly medians: readonly { readonly target: string; readonly perCpuSecond: number }[];
  readonly ratios: readonly (Ratio & { readonly to: string })[];
}

/** Works out what the rounds came to. */
export function linesOf(figures: Figures): readonly Line[] {
  return [...figures].map(([operation, byTarget]) => {
    const [first, ...others] = [...byTarget];
    return {
      operation,
      medians: [...byTarget].map(([target, rates]) => ({ target, perCpuSecond: median(rates) })),
      ratios: others.map(([target, rates]) => ({ to: target, ...pairedRatio(first![1], rates) })),
    };
  });
}

/** The medians of requests per second on the clock, in words. */
export function clockOf(figures: Figures): string {
  const formatRate = (rates: readonly number[]): string => Math.round(median(rates)).toLocaleString('en');
  return [...figures]
    .map(([operation, byTarget]) => {
      return `${operation} ${[...byTarget].map(([name, rates]) => `${name} ${formatRate(rates)}`).join(', ')}`;
    })
    .join('; ');
}

/** The figures as a Markdown table, each line of text without its end. */
export function tableOf(lines: readonly Line[], titles: ReadonlyMap<string, string>): readonly string[] {
  const [first] = lines;
  if (first === undefined) throw new Error('nothing was measured');
  const names = first.medians.map(({ target }) => titles.get(target)!);
  const ratios = first.ratios.map(({ to }) => `${names[0]} to ${titles.get(to)!}`);
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    row(['Operation', ...names, ...ratios]),
    row(['---', ...names.map(() => '---:'), ...ratios.map(() => '---:')]),
    ...lines.map(({ operation, medians, ratios: found }) =>
      row([
        operation,
        ...medians.map(({ perCpuSecond }) => Math.round(perCpuSecond).toLocaleString('en')),
        ...found.map(({ ratio, low, high }) => `${ratio.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`),
      ]),
    ),
  ];
}

/** Start and memory of each server as a Markdown table. */
export function startTableOf(all: readonly Running[]): Promise<readonly string[]> {
  const lines = all.map(async ({ target, server, startMs, startCpu, idleMemory }) => {
    const busy = await server.memory();
    return `| ${target.title} | ${Math.round(startMs)} ms | ${Math.round(startCpu * 1000)} ms | ${idleMemory} MiB | ${busy} MiB |`;
  });
  const head = [
    '| Server | Start until it listens | CPU of it | Memory idle | After the load |',
    '| --- | ---: | ---: | ---: | ---: |',
  ];
  return Promise.all(lines).then((rows) => [...head, ...rows]);
}

const marksOf = (name: string) => [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`] as const;

/** Writes the table between the two marks of the README, with the day and the machine. */
export function writeTable(table: readonly string[], options: Options): void {
  const { rounds, processes, seconds, connections, peers } = options;
  const marks = marksOf(peers ? 'peers' : 'figures');
  const path = new URL('README.md', import.meta.url);
  const text = readFileSync(path, 'utf8');
  const [from, to] = marks.map((mark) => text.indexOf(mark));
  if (from === undefined || to === undefined || from === -1 || to < from) {
    throw new Error('benchmarks/README.md has no marks between which the figures stand');
  }
  const all = cpus();
  const day = new Date().toISOString().slice(0, 10);
  const machine = `${all[0]?.model.trim() ?? 'unknown CPU'}, ${all.length} cores, Node ${version}`;
  const spread = `${rounds} rounds of ${seconds} s in ${processes} processes of each server`;
  const head = `${day}. ${machine}. ${spread}, ${connections} connections.`;
  const unit = 'Requests per second of CPU, the median of the rounds; ratios with their 95 % interval.';
  const inner = [head, unit, '', ...table].join('\n');
  writeFileSync(path, `${text.slice(0, from + marks[0].length)}\n${inner}\n${text.slice(to)}`);
}
