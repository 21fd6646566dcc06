import { getPreviousField, getPreviousOwner } from '../../codegen/records/renames.ts';
import { collectSequences, type Sequence } from '../../codegen/records/sequences.ts';
import type { ResourcePlan } from '../../plan/resource.ts';
import type { TableTexts, Texts } from '../differences.ts';
import { createLayout, type TableLayout } from '../layout.ts';
import { indexSteps, listDriftSteps } from './catalogue.ts';
import { type ColumnChanges, compareColumns, listColumnSteps } from './columns.ts';
import { compareFields, stateSteps } from './fields.ts';
import { createNarrowingCheck } from './narrowing.ts';
import type { Catalogue, Comparing, Step } from './step.ts';

/** A table that has to be made, changed or removed, and why. */
export interface TableChange extends Pick<ColumnChanges, 'columns' | 'gone' | 'taken' | 'there'> {
  readonly name: string;
  readonly before?: TableLayout;
  readonly after?: TableLayout;
  /** The name or the columns differ from the required ones. */
  readonly structure: boolean;
  /** Values have to be looked at one by one. */
  readonly looked: boolean;
  /** The fields, by their present name, whose values may not fit; all of them after schema drift. */
  readonly mayNotFit: ReadonlySet<string> | 'all';
  readonly dropIndexes: readonly string[];
  readonly addIndexes: Texts;
  readonly indexes: Texts;
  /** Unique constraints, by their index, that records may break. */
  readonly uniques: readonly number[];
  /** Identities change: two may have become one. */
  readonly identity: boolean;
  /** Sequences that continue after the largest number among the records. */
  readonly counted: readonly Sequence[];
  readonly steps: readonly Step[];
}

/** Compares what is there with what the document needs, table by table; tables that stay as they are are left out. */
export function planTableChanges(comparing: Comparing): readonly TableChange[] {
  const { old, now, renames } = comparing;
  const before = createLayout(old);
  const after = createLayout(now);
  const changes = [...after.values()].map((table) => {
    const older = before.get(getPreviousOwner(renames, table.resource.name));
    const found = comparing.catalogue.tables.find((candidate) => candidate.table === older?.table);
    return older === undefined || found === undefined
      ? planAddedTable(comparing, table)
      : planChangedTable(comparing, older, table, found);
  });
  const kept = new Set([...after.keys()].map((name) => getPreviousOwner(renames, name)));
  for (const table of before.values()) {
    if (kept.has(table.resource.name)) continue;
    if (comparing.catalogue.tables.some((otherTable) => otherTable.table === table.table))
      changes.push(planRemovedTable(table));
  }
  return changes.filter(({ steps, structure }) => steps.length > 0 || structure);
}

const unchanged = {
  columns: [],
  gone: [],
  taken: new Map(),
  there: new Set<string>(),
  looked: false,
  mayNotFit: new Set<string>(),
  dropIndexes: [],
  addIndexes: [],
  indexes: [],
  uniques: [],
  identity: false,
  counted: [],
};

function getTableTexts(texts: TableTexts, table: string): TableTexts[number] {
  return texts.find((text) => text.table === table)!;
}

function planAddedTable({ needed, old, renames }: Comparing, table: TableLayout): TableChange {
  const { resource } = table;
  const texts = getTableTexts(needed, table.table);
  const byName = new Map(texts.columns);
  const lost = old.resources.some(({ name }) => name === getPreviousOwner(renames, resource.name));
  const words = lost
    ? `create the table \`${table.table}\` again: it was removed outside Nonet`
    : `add the table \`${table.table}\``;
  return {
    ...unchanged,
    name: resource.name,
    after: table,
    columns: table.columns.map((column) => ({ column, text: byName.get(column.name)! })),
    structure: true,
    addIndexes: texts.indexes,
    indexes: texts.indexes,
    steps: [{ kind: 'add table', name: resource.name, words, line: resource.line }],
  };
}

function planRemovedTable(table: TableLayout): TableChange {
  const { name } = table.resource;
  const words = `remove the table \`${table.table}\`: its records go`;
  return { ...unchanged, name, before: table, structure: true, steps: [{ kind: 'remove table', name, words }] };
}

function planChangedTable(
  comparing: Comparing,
  before: TableLayout,
  after: TableLayout,
  found: Catalogue['tables'][number],
): TableChange {
  const { renames, now, old } = comparing;
  const { resource } = after;
  const texts = getTableTexts(comparing.needed, after.table);
  const kept = getTableTexts(comparing.kept, before.table) ?? { table: before.table, columns: [], indexes: [] };
  const made = compareColumns(comparing, before, after, found, texts);
  const { columns, differs, gone, taken, there, lost } = made;
  const fields = compareFields(
    before.resource,
    resource,
    renames,
    createNarrowingCheck(old, now, renames),
    made.byHand,
  );
  const states = stateSteps(before.resource, resource, renames);
  const hand = listDriftSteps(before, kept, found, gone);
  const explained = new Set([...fields.steps, ...states.steps, ...hand.steps].map(({ name }) => name));
  const indexes = indexSteps(comparing, before, after, kept, found, texts);
  const identity = hasIdentityChanged(comparing, before, after);
  const counted = listNewSequences(comparing, before.resource, resource);
  return {
    name: resource.name,
    before,
    after,
    columns,
    gone,
    taken,
    there,
    // SQLite keeps the text by which somebody added a column: the table is created again.
    structure:
      differs.length + gone.length + made.byHand.size > 0 || before.table !== after.table || found.altered === true,
    looked: fields.looked.size + states.looked.size + counted.length > 0 || hand.looked || lost || identity,
    mayNotFit: hand.looked || lost ? 'all' : new Set([...fields.looked, ...states.looked]),
    dropIndexes: indexes.drop,
    addIndexes: indexes.add,
    indexes: texts.indexes,
    uniques: [...new Set([...indexes.uniques, ...listAffectedUniques(resource, fields.looked)])],
    identity: identity || fields.looked.has(resource.identity),
    counted,
    steps: [
      ...renameSteps(before.resource, resource),
      ...hand.steps,
      ...fields.steps,
      ...states.steps,
      ...listColumnSteps(resource, differs, explained),
      ...counted.map((sequence) => createSequenceStep(resource, sequence)),
      ...indexes.steps,
    ],
  };
}

function renameSteps(before: ResourcePlan, { name, line }: ResourcePlan): readonly Step[] {
  if (before.name === name) return [];
  return [{ kind: 'rename table', name, words: `rename \`${before.name}\` to \`${name}\`: its records stay`, line }];
}

function listAffectedUniques(resource: ResourcePlan, looked: ReadonlySet<string>): readonly number[] {
  return resource.uniques.flatMap(({ fields }, at) => (fields.some((field) => looked.has(field)) ? [at] : []));
}

function hasIdentityChanged({ renames }: Comparing, before: TableLayout, after: TableLayout): boolean {
  return getPreviousField(renames, after.resource.name, after.resource.identity) !== before.resource.identity;
}

/** The sequences that did not count this way before. */
function listNewSequences({ renames }: Comparing, older: ResourcePlan, resource: ResourcePlan): readonly Sequence[] {
  const known = new Set(collectSequences(older).map((sequence) => JSON.stringify(sequence)));
  const before = (name: string): string => getPreviousField(renames, resource.name, name);
  return collectSequences(resource).filter(({ field, within }) => {
    return !known.has(JSON.stringify({ field: before(field), within: within.map(before) }));
  });
}

/** The step of such a sequence. */
function createSequenceStep(resource: ResourcePlan, { field, within }: Sequence): Step {
  const each = within.length === 0 ? '' : ` for each value of ${within.map((name) => `\`${name}\``).join(', ')}`;
  const words = `\`${field}\` continues after the largest existing number${each}`;
  return { kind: 'number', name: `${resource.name}.${field}`, words };
}
