import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { type Span, slice } from '../../../text/location.ts';
import { diagnostics } from '../diagnostics.ts';
import type { ChangeModel, ChangeWhere } from '../model.ts';
import type { Present } from '../present.ts';

const adding: ReadonlySet<string> = new Set(['added', 'error added', 'value added']);

/**
 * Says of rows of one version that contradict each other: two of one kind about the same thing, and any other about what the
 * version added, which was not there before. Prose may stand as often as it likes.
 */
export function checkTwice(
  known: Present,
  rows: readonly ChangeModel[],
  report: (diagnostic: Diagnostic) => void,
): void {
  const { source } = known.older.service;
  const told = rows.flatMap(({ change, where }) =>
    where === undefined || change.value === 'behavior'
      ? []
      : [{ verb: change.value, where, key: buildSubjectKey(known, change.value, where) }],
  );
  const added = new Map(told.flatMap(({ verb, key, where }) => (adding.has(verb) ? [[key, where.span] as const] : [])));
  const seen = new Map<string, Span>();
  for (const { verb, where, key } of told) {
    const first = seen.get(`${verb} ${key}`);
    const called = slice(source, where.span);
    const around = findEnclosingName(where);
    const fresh =
      (around === undefined ? undefined : added.get(around)) ?? (adding.has(verb) ? undefined : added.get(key));
    if (first !== undefined) report(diagnostics['duplicate-row'](where.span, verb, called, first));
    else if (fresh !== undefined) report(diagnostics['added-too'](where.span, slice(source, fresh), fresh));
    else seen.set(`${verb} ${key}`, where.span);
  }
}

/** Says of rows of one version that state different values for the same field: an older caller can see, and send, one alone. */
export function checkGivenTwice(rows: readonly ChangeModel[], report: (diagnostic: Diagnostic) => void): void {
  const seen = new Map<string, Span>();
  for (const { where, oldResponses, oldRequests } of rows) {
    if (where?.kind !== 'field' || where.value !== undefined) continue;
    const called = `${where.of.value}.${where.field.value}`;
    for (const [column, given] of [
      ['Old responses', oldResponses],
      ['Old requests', oldRequests],
    ] as const) {
      if (given === undefined || given.kind === 'absent') continue;
      const first = seen.get(`${column} ${called}`);
      if (first !== undefined) report(diagnostics['duplicate-value'](given.span, column, called, first));
      else seen.set(`${column} ${called}`, given.span);
    }
  }
}

/** What holds the thing that a row speaks of: the field of a value, the operation of a parameter. */
function findEnclosingName(where: ChangeWhere): string | undefined {
  if (where.kind === 'parameter') return `operation ${where.operation.value}`;
  return where.kind === 'field' && where.value !== undefined
    ? `field ${where.of.value}.${where.field.value}`
    : undefined;
}

/** What a row speaks of, as a text that is the same for all rows about it. */
function buildSubjectKey(known: Present, verb: ChangeModel['change']['value'], where: ChangeWhere): string {
  if (where.kind === 'parameter') return `parameter ${where.parameter.value} of ${where.operation.value}`;
  if (where.kind === 'field') {
    const called = `${where.of.value}.${where.field.value}`;
    return where.value === undefined ? `field ${called}` : `value ${called} ${where.value.value}`;
  }
  const { value } = where.name;
  if (where.kind !== 'name') return `${where.kind} ${value}`;
  const kind = known.bare(verb).find((namedKind) => known.names(namedKind).has(value));
  return `${kind ?? known.bare(verb)[0]} ${value}`;
}
