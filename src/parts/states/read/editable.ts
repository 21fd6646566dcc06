import type { Name } from '../../../text/location.ts';
import type { MatrixModel, StateModel } from '../model.ts';

/** Lists the fields of a resource that clients may change; none for an unknown resource. */
export type ChangeableFields = (resource: string) => readonly Name[];

type Row = MatrixModel['rows'][number];

/**
 * Builds the fields by state from the column Editable: in each state clients may change the listed fields, and every other field that they
 * may change is fixed. A cell of the table of fields by state stands for itself.
 */
export function buildMatrix(
  states: readonly StateModel[],
  changeable: readonly Name[],
  stated: MatrixModel | undefined,
): MatrixModel | undefined {
  if (states.length === 0) return stated;
  const others = (stated?.states ?? []).filter(({ value }) => !states.some(({ name }) => name.value === value));
  const names = [...states.map(({ name }) => name), ...others];
  const columns = names.map(({ value }) => stated?.states.findIndex((state) => state.value === value) ?? -1);
  const build = (field: Name, row: Row | undefined): Row => {
    const cells = names.map((_, at) => row?.cells[columns[at]!] ?? judge(field, states[at]));
    return { field, cells, span: row?.span ?? states[0]!.span };
  };
  const known = new Set(stated?.rows.map(({ field }) => field.value));
  const free = new Set(changeable.map(({ value }) => value));
  const listed = states.flatMap(({ editable }) => editable);
  const more = [...new Map([...changeable, ...listed].map((name) => [name.value, name])).values()]
    .filter(({ value }) => !known.has(value))
    .map((field) => build(field, undefined))
    .filter(({ field, cells }) => !free.has(field.value) || cells.some((cell) => cell?.value === 'fixed'));
  return { states: names, rows: [...(stated?.rows ?? []).map((row) => build(row.field, row)), ...more] };
}

/** The cell of a field in a state, by the column Editable of the state. */
function judge({ value: field }: Name, state: StateModel | undefined): Row['cells'][number] {
  if (state === undefined) return undefined;
  const name = state.editable.find(({ value }) => value === field);
  return { value: name === undefined ? 'fixed' : 'editable', span: name?.span ?? state.span };
}
