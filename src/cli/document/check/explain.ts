import { listUnboundedFields, type UnboundedFields } from '../../../plan/bodies/unlimited-fields.ts';
import type { Plan } from '../../../plan/plan.ts';
import { type AccessPath, createExplainer, type ExplainedTable } from '../../../stores/queries/explained.ts';
import type { Terminal } from '../../shared/terminal.ts';
import { type ExplainedChildren, listChildrenReadings } from './children-readings.ts';
import { type AskedReading, type ExplainedList, listReadings } from './list-readings.ts';

/** The report of `check --explain`: indexes, the access paths of each list, and fields without a size limit. */
export interface Explained {
  readonly indexes: readonly ExplainedTable[];
  readonly lists: readonly ExplainedList[];
  readonly children: readonly ExplainedChildren[];
  /** Fields without a size limit of their own, and the limit of their record. */
  readonly unbounded: readonly UnboundedFields[];
}

/** Computes the indexes of a plan and the access paths of its lists. */
export function explainLists(plan: Plan): Explained {
  const explainer = createExplainer(plan);
  return {
    indexes: explainer.tables,
    lists: listReadings(plan, explainer),
    children: listChildrenReadings(plan, explainer),
    unbounded: listUnboundedFields(plan),
  };
}

/** Prints the indexes of each table, how each list is read, and how the records that responses show with others are found. */
export function printExplained({ indexes, lists, children, unbounded }: Explained, terminal: Terminal): void {
  for (const { resource, fields, characters } of unbounded) {
    const limit = `a record has at most ${characters.toLocaleString('en')} characters`;
    terminal.out(`  ${resource}: no size limit stated for ${fields.join(', ')}; ${limit}`);
  }
  for (const { resource, table, indexes: own } of indexes) {
    terminal.out('');
    terminal.out(`${resource}: indexes of table ${table}`);
    for (const { name, kind, fields } of own) {
      terminal.out(`  ${name} (${fields.join(', ')})${kind === 'list' || kind === 'identity' ? '' : `, ${kind}`}`);
    }
  }
  for (const list of lists) printList(list, terminal);
  for (const shown of children) printChildren(shown, terminal);
}

function printChildren({ resource, field, most, order, callers }: ExplainedChildren, terminal: Terminal): void {
  terminal.out('');
  terminal.out(`${resource} by ${field}, up to ${most} for each record of a response, ordered by ${order.join(', ')}`);
  for (const { scopes, reading } of callers) {
    const how =
      reading.reads === 'sorted' ? describeIndexUse(reading) : `one index scan of ${reading.index} per record`;
    terminal.out(`  for ${scopes.join('; ')}: ${how}`);
  }
}

function printList(list: ExplainedList, terminal: Terminal): void {
  const { operation, method, path, line, order, goesOn, callers, unbounded } = list;
  terminal.out('');
  terminal.out(`${operation} (${method} ${path}, line ${line}), ordered by ${order.join(', ')}`);
  if (callers.length === 0) terminal.out('  no client may call it: no row of Scopes that is shown allows it');
  for (const { scopes, readings } of callers) {
    terminal.out(`  for ${scopes.join('; ')}:`);
    for (const { asked, how } of describeReadings(readings, goesOn)) terminal.out(`    ${asked}: ${how}`);
  }
  if (unbounded.length === 0) return;
  terminal.out('  no index limits the number of rows read:');
  for (const parameter of unbounded) terminal.out(`    ${parameter}`);
}

interface Line {
  readonly filter: string | undefined;
  asked: string;
  readonly how: string;
}

/** Describes access paths; consecutive sorts with the same path share a line. */
function describeReadings(readings: readonly AskedReading[], goesOn: boolean): readonly Line[] {
  const lines: Line[] = [];
  for (const reading of readings) {
    const { filter, sort } = reading;
    const how = describeAccessPath(reading, goesOn);
    const last = lines.at(-1);
    if (sort !== undefined && last?.how === how && last.filter === filter) last.asked += `, ${sort}`;
    else
      lines.push({
        filter,
        asked: `${filter ?? 'no filter'}${sort === undefined ? '' : `, ${sort}`}`,
        how,
      });
  }
  return lines;
}

function describeAccessPath(access: AccessPath, goesOn: boolean): string {
  const further = goesOn ? 'then returns a cursor' : 'then fails with `unavailable`';
  const found = access.through.map(({ resource, field, index }) =>
    index === undefined ? `scans every ${resource} to match ${field}` : `looks up ${resource} in ${index}`,
  );
  const { searched, listed } = access;
  const candidates =
    searched &&
    `up to ${searched.candidates.toLocaleString('en')} candidates of ${searched.index}; for more, or short words`;
  const values =
    listed &&
    `up to ${listed.values} values of ${listed.field}: one index scan of ${listed.index} per value, merged; for more`;
  return [
    ...(candidates === undefined ? [] : [candidates]),
    ...(values === undefined ? [] : [values]),
    describeIndexUse(access),
    ...(access.reads === 'tested' ? [further] : []),
    ...found,
  ].join(', ');
}

function describeIndexUse({ reads, index }: AccessPath): string {
  switch (reads) {
    case 'index':
      return `index scan of ${index}, no sort`;
    case 'merged':
      return `one index scan of ${index} per value, merged`;
    case 'tested':
      return `index scan of ${index}, tests rows for at most half of the request's time`;
    case 'counted':
      return `index scan of ${index} from the first page on, unlimited`;
    case 'sorted':
      return 'no index has this order: reads and sorts all matching records';
    case 'one':
      return 'primary key lookup';
  }
}
