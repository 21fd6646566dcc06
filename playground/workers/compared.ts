import { createReport } from '../../src/cli/document/compare/comparing.ts';
import { classifyChange } from '../../src/diff/change.ts';
import { groupIntoSections, type Reported, summarizeReport } from '../../src/diff/report.ts';
import { formatRow } from '../../src/diff/row.ts';
import { type Document, readDocument } from '../../src/parts/index.ts';
import { createSource, getLineNumber } from '../../src/text/location.ts';
import { explainErrors, read } from './documents.ts';
import type { Comparison, ShownChange } from './protocol.ts';

/** Compares two texts as `nonet compare` does. */
export function compareTexts(older: string, newer: string): Comparison {
  const old = readDocument(createSource('before.md', older));
  const now = read(newer);
  const reason =
    explainErrors(now, 'Only documents without errors can be compared.') ??
    (explainErrors(old, '') === undefined ? undefined : 'The older document has errors, so it cannot be compared.');
  if (reason !== undefined) return { reason };
  const report = createReport(old, now);
  const sections = groupIntoSections(report.changes);
  return {
    summary: summarizeReport(report.changes),
    sections: sections.map(({ title, changes }) => ({ title, changes: changes.map((each) => showChange(now, each)) })),
    missing: report.missing.map((row) => formatRow(report.version, row)),
    migration: report.migration.flatMap(({ steps }) => steps.map(({ words }) => words)),
  };
}

function showChange({ source }: Document, change: Reported): ShownChange {
  const { where, what, requests, answers, exposes, now, migration } = change;
  const clients = [exposes, requests?.client, answers?.client].filter((text) => text !== undefined);
  return {
    class: classifyChange(change),
    where,
    what,
    clients,
    migration,
    ...(now === undefined ? {} : { line: getLineNumber(source, now) }),
  };
}
