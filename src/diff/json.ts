import { positionAt, type Source, type Span } from '../text/location.ts';
import { present } from '../text/present.ts';
import { classOf, directionOf } from './change.ts';
import { type ChangeReport, countChanges } from './report.ts';
import { rowText } from './row.ts';
import { rowsMissing } from './terminal.ts';

/** A report as plain JSON; lines and columns count from 1, columns in UTF-16 units. */
export function formatReportJson(report: ChangeReport): object {
  const { old, now, changes, log, unlike, version, missing, stored } = report;
  return {
    old: old.name,
    new: now.name,
    counts: countChanges(changes),
    changes: changes.map((change) => ({
      rule: change.rule,
      part: change.part,
      ...present({ change: change.verb }),
      where: change.where,
      direction: directionOf(change),
      class: classOf(change),
      what: change.what,
      ...present({ requests: change.requests, answers: change.answers, exposes: change.exposes }),
      ...(change.old === undefined ? {} : { old: placeOf(old, change.old) }),
      ...(change.now === undefined ? {} : { new: placeOf(now, change.now) }),
      write: rowsMissing(report, change),
      ...present({ advice: change.advice }),
      stored: change.stored,
    })),
    log: log.map(({ kind, what, line, row }) => ({
      kind,
      what,
      ...present({ line }),
      ...(row === undefined ? {} : { row: rowText(version, row) }),
    })),
    unlike,
    missing: missing.map((row) => ({
      row: rowText(version, row),
      ...present({ open: row.open }),
    })),
    stored,
  };
}

function placeOf(source: Source, span: Span): object {
  const start = positionAt(source, span.start);
  const end = positionAt(source, span.end);
  return { file: source.name, line: start.line, column: start.column, endLine: end.line, endColumn: end.column };
}
