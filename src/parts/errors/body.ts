import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { BodyShape } from '../../plan/body.ts';
import { parseShape } from '../../shape/parse.ts';
import { resolveBody } from '../resolve/shapes.ts';
import type { Service } from '../service.ts';

/** Resolves the shape of the line Body; nothing where it is none. */
export function resolveErrorBody({ errors }: Service): {
  readonly shape?: BodyShape;
  readonly diagnostics: readonly Diagnostic[];
} {
  if (errors.body?.kind !== 'shape') return { diagnostics: [] };
  const parsed = parseShape(errors.body.words);
  if (parsed.shape === undefined) return { diagnostics: parsed.diagnostics };
  const columns = errors.columns.map((column) => column.value);
  const made = resolveBody(parsed.shape, columns);
  return { ...made, diagnostics: [...parsed.diagnostics, ...made.diagnostics] };
}
