import { listUnboundedFields, type UnboundedFields } from '../../plan/bodies/ceiling-fields.ts';
import type { Plan } from '../../plan/plan.ts';
import { type AccessPath, createExplainer, type ExplainedTable } from '../../stores/queries/explained.ts';
import type { Terminal } from '../shared/terminal.ts';
import { type AskedReading, type ExplainedList, listReadings } from './list-readings.ts';

/** What `check --explain` tells of a document: its indexes, what each list uses, and which fields have no bound. */
export interface Explained {
  readonly indexes: readonly ExplainedTable[];
  readonly lists: readonly ExplainedList[];
  /** Fields without a bound of their own, and the ceiling that holds for them. */
  readonly unbounded: readonly UnboundedFields[];
}

/** Works out the indexes of a plan and how its lists are read. */
export function explainLists(plan: Plan): Explained {
  const explainer = createExplainer(plan);
  return { indexes: explainer.tables, lists: listReadings(plan, explainer), unbounded: listUnboundedFields(plan) };
}

/** Prints the indexes of each table, then how each list is read. */
export function printExplained({ indexes, lists, unbounded }: Explained, terminal: Terminal): void {
  for (const { resource, fields, characters } of unbounded) {
    const ceiling = `a record holds at most ${characters.toLocaleString('en')} characters`;
    terminal.out(`  ${resource}: no bound for ${fields.join(', ')}; ${ceiling}`);
  }
  for (const { resource, table, indexes: own } of indexes) {
    terminal.out('');
    terminal.out(`${resource}: indexes of table ${table}`);
    for (const { name, kind, fields } of own) {
      terminal.out(`  ${name} (${fields.join(', ')})${kind === 'unique' ? ', unique' : ''}`);
    }
  }
  for (const list of lists) printList(list, terminal);
}

function printList(list: ExplainedList, terminal: Terminal): void {
  const { operation, method, path, line, order, goesOn, callers, unbounded } = list;
  terminal.out('');
  terminal.out(`${operation} (${method} ${path}, line ${line}), by ${order.join(', ')}`);
  if (callers.length === 0) terminal.out('  nobody may call it: no scope that is shown admits anyone');
  for (const { scopes, readings } of callers) {
    terminal.out(`  for ${scopes.join('; ')}:`);
    for (const { asked, how } of describeReadings(readings, goesOn)) terminal.out(`    ${asked}: ${how}`);
  }
  if (unbounded.length === 0) return;
  terminal.out('  no index answers within a bounded number of rows:');
  for (const parameter of unbounded) terminal.out(`    ${parameter}`);
}

interface Line {
  readonly filter: string | undefined;
  asked: string;
  readonly how: string;
}

/** Readings in words; sorts that follow each other and are read alike stand in one line. */
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
        asked: [filter, sort].filter((part) => part !== undefined).join(' and ') || 'as it is',
        how,
      });
  }
  return lines;
}

function describeAccessPath(access: AccessPath, goesOn: boolean): string {
  const further = goesOn ? 'then gives a cursor to go on' : 'then answers unavailable';
  const found = access.through.map(({ resource, field, index }) =>
    index === undefined ? `reads every ${resource} to find ${field}` : `finds ${resource} by ${index}`,
  );
  return [describeIndexUse(access), ...(access.reads === 'tested' ? [further] : []), ...found].join(', ');
}

function describeIndexUse({ reads, index, bound }: AccessPath): string {
  switch (reads) {
    case 'index':
      return `reads along ${index}, sorts nothing`;
    case 'merged':
      return `reads along ${index} for each value and merges, at most 16 values`;
    case 'tested':
      return `reads along ${index}, tests at most ${bound?.toLocaleString('en')} rows a page`;
    case 'counted':
      return `reads along ${index} from the first page on, without a bound`;
    case 'sorted':
      return 'no index has this order: reads all records that hold and sorts them';
    case 'one':
      return 'reads one record by its identity';
  }
}
