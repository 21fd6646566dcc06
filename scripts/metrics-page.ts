import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { families, type MetricFamily, processFamilies } from '../src/serve/metrics/families.ts';

const end = '<!-- end -->';

/** Returns `docs/metrics.md` with the tables of the metrics that the code defines. */
export function metricsPages(): Map<string, string> {
  const page = readFileSync(join(import.meta.dirname, '../docs/metrics.md'), 'utf8');
  const withService = fillBlock(page, 'metrics', families);
  return new Map([['metrics.md', fillBlock(withService, 'process metrics', processFamilies)]]);
}

function fillBlock(page: string, name: string, metrics: Readonly<Record<string, MetricFamily>>): string {
  const begin = `<!-- generated: ${name} -->`;
  const from = page.indexOf(begin);
  const to = page.indexOf(end, from);
  if (from < 0 || to < 0) throw new Error(`docs/metrics.md lacks ${begin} … ${end}`);
  const rows = Object.values(metrics).map(({ name, type, labels, help }) => {
    const names = labels.map((label) => `\`${label}\``).join(', ');
    return `| \`${name}\` | ${type} | ${names} | ${help} |`;
  });
  const table = ['', '| Metric | Type | Labels | Value |', '| --- | --- | --- | --- |', ...rows, ''].join('\n');
  return `${page.slice(0, from)}${begin}\n${table}\n${page.slice(to)}`;
}
