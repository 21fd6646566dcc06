import { listExpansions } from '../operation.ts';
import type { Plan } from '../plan.ts';
import type { AnswerShape, Children } from '../shape.ts';

/** The records of a resource that refer to a record of a response. */
export type ShownChildren = Children & { readonly resource: string };

/** Lists what shapes of responses, in every version, show of the records that refer to a record. */
export function collectChildren({ operations, versioning: { older = [] } }: Plan): readonly ShownChildren[] {
  const all = [operations, ...older.map(({ interface: shown }) => shown.operations)].flat();
  const seen = new Set<AnswerShape>();
  return all.flatMap(({ responses, parameters }) =>
    [
      ...responses.map(({ shape }) => shape),
      ...parameters.flatMap(({ mapsTo }) => listExpansions(mapsTo).map(({ shape }) => shape)),
    ].flatMap((shape) => listChildren(shape, seen)),
  );
}

/** Lists the children in a shape; of shapes that were walked before, none. */
export function listChildren(shape: AnswerShape | undefined, seen = new Set<AnswerShape>()): readonly ShownChildren[] {
  if (shape === undefined || seen.has(shape)) return [];
  seen.add(shape);
  if (shape.kind === 'object') return shape.members.flatMap((member) => listChildren(member.shape, seen));
  if (!('item' in shape)) return [];
  const inside = listChildren(shape.item, seen);
  return shape.kind === 'children' ? [shape, ...inside] : inside;
}
