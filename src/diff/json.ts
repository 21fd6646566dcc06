import { findPosition, type Source, type Span } from '../text/location.ts';
import { present } from '../text/present.ts';
import { classifyChange, getDirection } from './change.ts';
import { classifyProof } from './proof.ts';
import { type ChangeReport, countChanges } from './report.ts';
import { formatRow } from './row.ts';
import { formatMissingRows } from './terminal.ts';

/** A report as plain JSON; lines and columns count from 1, columns in UTF-16 units. */
export function formatReportJson(report: ChangeReport): object {
  const { old, now, changes, changelog, mismatches, version, missing, migration, proof } = report;
  return {
    old: old.name,
    new: now.name,
    counts: countChanges(changes),
    changes: changes.map((change) => ({
      rule: change.rule,
      part: change.part,
      ...present({ change: change.verb }),
      where: change.where,
      direction: getDirection(change),
      class: classifyChange(change),
      what: change.what,
      ...present({ requests: change.requests, answers: change.answers, exposes: change.exposes }),
      ...(change.old === undefined ? {} : { old: toLocationJson(old, change.old) }),
      ...(change.now === undefined ? {} : { new: toLocationJson(now, change.now) }),
      write: formatMissingRows(report, change),
      ...present({ advice: change.advice }),
      migration: change.migration,
    })),
    changelog: changelog.map(({ kind, what, line, row }) => ({
      kind,
      what,
      ...present({ line }),
      ...(row === undefined ? {} : { row: formatRow(version, row) }),
    })),
    mismatches,
    missing: missing.map((row) => ({
      row: formatRow(version, row),
      ...present({ open: row.open }),
    })),
    migration,
    ...(proof === undefined ? {} : { proof: { class: classifyProof(proof), ...proof } }),
  };
}

function toLocationJson(source: Source, span: Span): object {
  const start = findPosition(source, span.start);
  const end = findPosition(source, span.end);
  return { file: source.name, line: start.line, column: start.column, endLine: end.line, endColumn: end.column };
}
