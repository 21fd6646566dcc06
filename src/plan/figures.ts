import type { ResponsePlan } from './operation.ts';
import type { ValueSchema } from './schema.ts';
import type { AnswerShape, FigureShape } from './shape.ts';

/** The maximum number of different values in a figure. */
export const mostFigureValues = 1_000;

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
