import type { ResponsePlan } from './operation.ts';
import type { ValueSchema } from './schema.ts';
import type { AnswerShape, FigureShape, GroupsShape, GroupValue } from './shape.ts';

/** The maximum number of different values in a figure, and of groups. */
export const mostFigureValues = 1_000;

/** Lists in words what responses show of all records: figures and groups, each once. */
export function describeFigures(responses: readonly Pick<ResponsePlan, 'shape'>[]): readonly string[] {
  return [
    ...listFigures(responses).map(formatFigure),
    ...new Set(listGroups(responses).map((shape) => toGroupsKey(shape))),
  ];
}

/** Lists the groups that responses show. */
export function listGroups(responses: readonly Pick<ResponsePlan, 'shape'>[]): readonly GroupsShape[] {
  const find = (shape: AnswerShape): readonly GroupsShape[] => {
    if (shape.kind === 'groups') return [shape];
    return shape.kind === 'object' ? shape.members.flatMap((member) => find(member.shape)) : [];
  };
  return responses.flatMap(({ shape }) => (shape === undefined ? [] : find(shape)));
}

/** Returns the key of the result of groups: two lists with the same keys have one. `rename` gives the present name of a field. */
export function toGroupsKey({ members }: GroupsShape, rename = (field: string): string => field): string {
  const keys = members.flatMap(({ shape }) =>
    shape.kind === 'key' ? [formatGroupValue({ ...shape, field: rename(shape.field) })] : [],
  );
  return `groups by ${keys.join(', ')}`;
}

/** Returns a member of a group as the document has it: `month of paid_at`. */
export function formatGroupValue(value: GroupValue): string {
  if (value.kind === 'count') return 'total count';
  if (value.kind === 'figure') return formatFigure(value);
  return value.part === undefined ? value.field : `${value.part} of ${value.field}`;
}

/** Lists the figures that responses show, each once. */
export function listFigures(responses: readonly Pick<ResponsePlan, 'shape'>[]): readonly FigureShape[] {
  const all = responses.flatMap(({ shape }) => (shape === undefined ? [] : collect(shape)));
  return [...new Map(all.map((figure) => [`${figure.figure} ${figure.field}`, figure])).values()];
}

function collect(shape: AnswerShape): readonly FigureShape[] {
  if (shape.kind === 'figure') return [shape];
  return shape.kind === 'object' ? shape.members.flatMap((member) => collect(member.shape)) : [];
}

/** Returns a figure as the document has it: `counts of status`. */
export function formatFigure({ figure, field }: Pick<FigureShape, 'figure' | 'field'>): string {
  return `${figure} of ${field}`;
}

/** Returns the key of the result that a figure shows; `field` by its present name. Two figures that show the same have one. */
export function toFigureKey(figure: FigureShape['figure'], field: string): string {
  return `${figure === 'counts' ? 'values' : figure} ${field}`;
}

/** Returns the values that `counts of` always states, also if no record has them; undefined if any value may occur. */
export function listFigureKeys(schema: ValueSchema): readonly string[] | undefined {
  if (schema.type === 'choice') return schema.values;
  return schema.type === 'boolean' ? ['true', 'false'] : undefined;
}
