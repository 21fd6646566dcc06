import { getPreviousField } from '../../codegen/records/renames.ts';
import { findOlderField } from '../../codegen/version/convert-records.ts';
import { findOnlyInitialState } from '../../plan/records/initial-states.ts';
import type { ResourcePlan } from '../../plan/resource.ts';
import type { TableTexts } from '../differences.ts';
import type { ColumnLayout, TableLayout } from '../layout.ts';
import type { Catalogue, Comparing, Step } from './step.ts';

/** A column that is needed, and where its values come from. */
export interface ColumnChange {
  readonly column: ColumnLayout;
  readonly text: string;
  /** The column that is there; none: it is new. */
  readonly from?: string;
  /** The definition that is there. */
  readonly was?: string;
  /** The value of every record in a new column. */
  readonly given?: unknown;
}

/** The columns of a table that is there, and what becomes of them. */
export interface ColumnChanges {
  readonly columns: readonly ColumnChange[];
  /** Columns whose name or definition changes, or that are new. */
  readonly differs: readonly ColumnChange[];
  /** Columns that are there and not needed; `byHand` where the older plan does not know them. */
  readonly gone: readonly { readonly column: string; readonly byHand: boolean }[];
  /** Columns that are there by hand and become those of fields: their names by the fields. */
  readonly taken: ReadonlyMap<string, string>;
  /** The columns that the older plan does not know. */
  readonly byHand: ReadonlySet<string>;
  /** The columns of the older layout that are really there. */
  readonly there: ReadonlySet<string>;
  /** A column of a field that the older plan had is not there any more. */
  readonly lost: boolean;
}

/** Compares the existing columns with those that the document needs. */
export function compareColumns(
  comparing: Comparing,
  before: TableLayout,
  after: TableLayout,
  found: Catalogue['tables'][number],
  texts: TableTexts[number],
): ColumnChanges {
  const there = new Map(found.columns);
  const known = new Set(before.columns.map(({ name }) => name));
  const byHand = new Set([...there.keys()].filter((name) => !known.has(name)));
  const byText = new Map(texts.columns);
  const taken = new Map<string, string>();
  const columns = after.columns.map((column, index): ColumnChange => {
    const text = byText.get(column.name)!;
    const from = findSourceColumn(comparing, before, after, index);
    if (from !== undefined && there.has(from)) return { column, text, from, was: there.get(from)! };
    if (from === undefined && column.field !== undefined && byHand.has(column.name)) {
      taken.set(column.field, column.name);
      return { column, text, from: column.name, was: there.get(column.name)! };
    }
    return { column, text, given: resolveInitialValue(comparing, after.resource, column) };
  });
  const used = new Set(columns.map(({ from }) => from));
  return {
    columns,
    differs: columns.filter(({ column, from, was, text }) => from !== column.name || was !== text),
    gone: [...there.keys()].filter((name) => !used.has(name)).map((column) => ({ column, byHand: byHand.has(column) })),
    taken,
    byHand,
    there: new Set([...known].filter((name) => there.has(name))),
    lost: columns.some(
      ({ column, from }) => from === undefined && known.has(column.name) && column.field !== undefined,
    ),
  };
}

/** Lists the steps of columns whose definitions change, except those that another step explains. */
export function listColumnSteps(
  resource: ResourcePlan,
  differs: readonly ColumnChange[],
  explained: ReadonlySet<string>,
): readonly Step[] {
  return differs.flatMap(({ column, was, text }): Step[] => {
    const name = `${resource.name}.${column.field ?? column.name}`;
    if (was === undefined || was === text || explained.has(name)) return [];
    const words = `the column \`${column.name}\` becomes \`${text}\` (it was \`${was}\`)`;
    return [{ kind: 'change field', name, words }];
  });
}

/** The column of the older layout that a column takes its values from; the version and moments go by their places. */
function findSourceColumn(
  { renames }: Comparing,
  before: TableLayout,
  after: TableLayout,
  index: number,
): string | undefined {
  const column = after.columns[index]!;
  if (index === 0) return before.columns[0]!.name;
  if (column.field === undefined) {
    const state = after.resource.fields.filter((field) => field.state === true)[index - 1]!;
    const name = getPreviousField(renames, after.resource.name, state.name);
    const at = before.resource.fields.filter((field) => field.state === true).findIndex((field) => field.name === name);
    return at < 0 ? undefined : before.columns[1 + at]!.name;
  }
  const field = after.resource.fields.find(({ name }) => name === column.field)!;
  const older = findOlderField(renames, before.resource, after.resource, field);
  return older === undefined ? undefined : before.byField.get(older.name)!.name;
}

function resolveInitialValue({ moment }: Comparing, resource: ResourcePlan, column: ColumnLayout): unknown {
  if (column.field === undefined) return moment;
  const field = resource.fields.find(({ name }) => name === column.field)!;
  if (field.state !== true) return field.default ?? null;
  const machine = resource.machines.find((stateMachine) => stateMachine.field === field.name);
  return (machine && findOnlyInitialState(machine)) ?? null;
}
