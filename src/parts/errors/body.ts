import type { BodyShape } from '../../plan/body.ts';
import type { Problem } from '../../problems/problem.ts';
import { parseShape } from '../../shape/parse.ts';
import { resolveBody } from '../../shape/resolve.ts';
import type { Service } from '../service.ts';

/** Resolves the shape of the line Body; nothing where it is none. */
export function bodyOf({ errors }: Service): { readonly shape?: BodyShape; readonly problems: readonly Problem[] } {
  if (errors.body?.kind !== 'shape') return { problems: [] };
  const parsed = parseShape(errors.body.words);
  if (parsed.shape === undefined) return { problems: parsed.problems };
  const columns = errors.columns.map((column) => column.value);
  const made = resolveBody(parsed.shape, columns);
  return { ...made, problems: [...parsed.problems, ...made.problems] };
}
