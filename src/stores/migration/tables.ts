import { fieldBefore, ownerBefore } from '../../code/renames.ts';
import type { Sequence } from '../../code/sequences.ts';
import { oldField } from '../../code/version/turning-records.ts';
import type { ResourcePlan } from '../../plan/resource.ts';
import type { TableTexts, Texts } from '../differences.ts';
import { type ColumnLayout, layoutOf, type TableLayout } from '../layout.ts';
import { handSteps, indexSteps } from './catalogue.ts';
import { countedAnew, countedStep } from './counted.ts';
import { fieldChanges, stateSteps } from './fields.ts';
import type { Catalogue, Comparing, Step } from './step.ts';
import { tighterIn } from './tighter.ts';

/** A column that is needed, and where its values come from. */
export interface ColumnChange {
  readonly column: ColumnLayout;
  readonly text: string;
  /** The column that is there; none: it is new. */
  readonly from?: string;
  /** The definition that is there. */
  readonly was?: string;
  /** What every record gets, where the column is new. */
  readonly given?: unknown;
}

/** A table that has to be made, changed or removed, and why. */
export interface TableChange {
  readonly name: string;
  readonly before?: TableLayout;
  readonly after?: TableLayout;
  readonly columns: readonly ColumnChange[];
  /** Columns that are there and not needed; `byHand` where the older plan does not know them. */
  readonly gone: readonly { readonly column: string; readonly byHand: boolean }[];
  /** Columns that are there by hand and become those of fields. */
  readonly taken: ReadonlyMap<string, string>;
  /** The columns of the older layout that are really there. */
  readonly there: ReadonlySet<string>;
  /** Name or columns are not those that are needed. */
  readonly structure: boolean;
  /** Values have to be looked at one by one. */
  readonly looked: boolean;
  /** The fields, by their name now, whose values may not fit; all of them where a hand was at work. */
  readonly mayNotFit: ReadonlySet<string> | 'all';
  readonly dropIndexes: readonly string[];
  readonly addIndexes: Texts;
  readonly indexes: Texts;
  /** Unique constraints, by their index, that records may break. */
  readonly uniques: readonly number[];
  /** Identities are not those that were: two may have become one. */
  readonly identity: boolean;
  /** Sequences that go on behind the largest number among the records. */
  readonly counted: readonly Sequence[];
  readonly steps: readonly Step[];
}

/** Compares what is there with what the document needs, table by table; tables that stay as they are are left out. */
export function tableChanges(comparing: Comparing): readonly TableChange[] {
  const { old, now, renames } = comparing;
  const before = layoutOf(old);
  const after = layoutOf(now);
  const changes = [...after.values()].map((table) => {
    const older = before.get(ownerBefore(renames, table.resource.name));
    const found = comparing.catalogue.tables.find((one) => one.table === older?.table);
    return older === undefined || found === undefined
      ? added(comparing, table)
      : changed(comparing, older, table, found);
  });
  const kept = new Set([...after.keys()].map((name) => ownerBefore(renames, name)));
  for (const table of before.values()) {
    if (kept.has(table.resource.name)) continue;
    if (comparing.catalogue.tables.some((one) => one.table === table.table)) changes.push(removed(table));
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

function textsOf(texts: TableTexts, table: string): TableTexts[number] {
  return texts.find((one) => one.table === table)!;
}

function added({ needed, old, renames }: Comparing, table: TableLayout): TableChange {
  const { resource } = table;
  const texts = textsOf(needed, table.table);
  const byName = new Map(texts.columns);
  const lost = old.resources.some(({ name }) => name === ownerBefore(renames, resource.name));
  const words = lost
    ? `make the table \`${table.table}\` again, which was removed by hand`
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

function removed(table: TableLayout): TableChange {
  const { name } = table.resource;
  const words = `remove the table \`${table.table}\`: its records go`;
  return { ...unchanged, name, before: table, structure: true, steps: [{ kind: 'remove table', name, words }] };
}

function changed(
  comparing: Comparing,
  before: TableLayout,
  after: TableLayout,
  found: Catalogue['tables'][number],
): TableChange {
  const { renames, now, old } = comparing;
  const { resource } = after;
  const texts = textsOf(comparing.needed, after.table);
  const kept = textsOf(comparing.kept, before.table) ?? { table: before.table, columns: [], indexes: [] };
  const there = new Map(found.columns);
  const known = new Set(before.columns.map(({ name }) => name));
  const byHand = new Set([...there.keys()].filter((name) => !known.has(name)));
  const fields = fieldChanges(before.resource, resource, renames, tighterIn(old, now, renames), byHand);
  const states = stateSteps(before.resource, resource, renames);
  const taken = new Map<string, string>();
  const byText = new Map(texts.columns);
  const columns = after.columns.map((column, index): ColumnChange => {
    const text = byText.get(column.name)!;
    const from = sourceColumn(comparing, before, after, index);
    if (from !== undefined && there.has(from)) return { column, text, from, was: there.get(from)! };
    if (from === undefined && column.field !== undefined && byHand.has(column.name)) {
      taken.set(column.field, column.name);
      return { column, text, from: column.name, was: there.get(column.name)! };
    }
    return { column, text, given: givenOf(comparing, resource, column) };
  });
  const used = new Set(columns.map(({ from }) => from));
  const gone = [...there.keys()]
    .filter((name) => !used.has(name))
    .map((column) => ({ column, byHand: byHand.has(column) }));
  const hand = handSteps(before, kept, found, gone);
  const differs = columns.filter(({ column, from, was, text }) => from !== column.name || was !== text);
  const structure = differs.length > 0 || gone.length > 0 || before.table !== after.table || found.altered === true;
  const named = before.resource.name !== resource.name;
  const explained = new Set([...fields.steps, ...states.steps, ...hand.steps].map(({ name }) => name));
  const indexes = indexSteps(comparing, before, after, kept, found, texts);
  const lost = columns.some(
    ({ column, from }) => from === undefined && known.has(column.name) && column.field !== undefined,
  );
  const identity = identityChanged(comparing, before, after);
  const counted = countedAnew(comparing, before.resource, resource);
  const looked = fields.looked.size + states.looked.size + counted.length > 0 || hand.looked || lost || identity;
  return {
    name: resource.name,
    before,
    after,
    columns,
    gone,
    taken,
    there: new Set(before.columns.map(({ name }) => name).filter((name) => there.has(name))),
    structure,
    looked,
    mayNotFit: hand.looked || lost ? 'all' : new Set([...fields.looked, ...states.looked]),
    dropIndexes: indexes.drop,
    addIndexes: indexes.add,
    indexes: texts.indexes,
    uniques: [...new Set([...indexes.uniques, ...uniquesOver(resource, fields.looked)])],
    identity: identity || fields.looked.has(resource.identity),
    counted,
    steps: [
      ...(named
        ? [
            {
              kind: 'rename table',
              name: resource.name,
              words: `rename \`${before.resource.name}\` to \`${resource.name}\`: its records stay`,
              line: resource.line,
            } as const,
          ]
        : []),
      ...hand.steps,
      ...fields.steps,
      ...states.steps,
      ...differs.flatMap(({ column, was, text }): Step[] => {
        const name = `${resource.name}.${column.field ?? column.name}`;
        if (was === undefined || was === text || explained.has(name)) return [];
        return [
          {
            kind: 'change field',
            name,
            words: `the column \`${column.name}\` becomes \`${text}\` (it was \`${was}\`)`,
          },
        ];
      }),
      ...counted.map((sequence) => countedStep(resource, sequence)),
      ...indexes.steps,
    ],
  };
}

function uniquesOver(resource: ResourcePlan, looked: ReadonlySet<string>): readonly number[] {
  return resource.uniques.flatMap(({ fields }, at) => (fields.some((field) => looked.has(field)) ? [at] : []));
}

function identityChanged({ renames }: Comparing, before: TableLayout, after: TableLayout): boolean {
  return fieldBefore(renames, after.resource.name, after.resource.identity) !== before.resource.identity;
}

/** The column of the older layout that a column takes its values from; the version and moments go by their places. */
function sourceColumn(
  { renames }: Comparing,
  before: TableLayout,
  after: TableLayout,
  index: number,
): string | undefined {
  const column = after.columns[index]!;
  if (index === 0) return before.columns[0]!.name;
  if (column.field === undefined) {
    const state = after.resource.fields.filter((field) => field.state === true)[index - 1]!;
    const name = fieldBefore(renames, after.resource.name, state.name);
    const at = before.resource.fields.filter((field) => field.state === true).findIndex((field) => field.name === name);
    return at < 0 ? undefined : before.columns[1 + at]!.name;
  }
  const field = after.resource.fields.find(({ name }) => name === column.field)!;
  const older = oldField(renames, before.resource, after.resource, field);
  return older === undefined ? undefined : before.byField.get(older.name)!.name;
}

function givenOf({ moment }: Comparing, resource: ResourcePlan, column: ColumnLayout): unknown {
  if (column.field === undefined) return moment;
  const field = resource.fields.find(({ name }) => name === column.field)!;
  if (field.state !== true) return field.default ?? null;
  const machine = resource.machines.find((one) => one.field === field.name);
  return machine?.states.find(({ kind }) => kind === 'initial')?.name ?? null;
}
