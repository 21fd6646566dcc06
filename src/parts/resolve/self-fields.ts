import { listChildren, type Syntax } from '../../expression/parse/syntax.ts';
import { memo } from '../../text/memo.ts';
import type { ConstraintModel, FieldModel } from '../resources/model.ts';
import { parseOnce } from './expressions.ts';

type Computed = ConstraintModel & { readonly kind: 'computed' };

const namesByFields = memo(findSelfFields);

/**
 * Whether a field is computed from `self`, directly or through other fields of its resource. Its value is not stored: it is computed where the
 * record is shown.
 */
export function isComputedFromSelf(fields: readonly FieldModel[], field: FieldModel): boolean {
  const names = namesByFields(fields);
  const computed = findComputed(field);
  return computed !== undefined && names.size > 0 && readsSelf(computed, names);
}

/** The names of the fields that are computed from `self`. */
function findSelfFields(fields: readonly FieldModel[]): ReadonlySet<string> {
  const computed = fields.flatMap((field) => {
    const constraint = findComputed(field);
    return constraint === undefined ? [] : [{ name: field.name.value, constraint }];
  });
  const found = new Set<string>();
  for (let before = -1; before < found.size; ) {
    before = found.size;
    for (const { name, constraint } of computed) if (readsSelf(constraint, found)) found.add(name);
  }
  return found;
}

function findComputed(field: FieldModel): Computed | undefined {
  return field.constraints.find((constraint): constraint is Computed => constraint.kind === 'computed');
}

function readsSelf({ cel }: Computed, fields: ReadonlySet<string>): boolean {
  const { ast } = parseOnce(cel);
  return ast !== undefined && namesOne(ast, fields);
}

function namesOne(syntax: Syntax, fields: ReadonlySet<string>): boolean {
  if (syntax.kind === 'name') return syntax.name === 'self' || fields.has(syntax.name);
  if ((syntax.kind === 'select' || syntax.kind === 'index') && isRecord(syntax.from)) {
    const name = syntax.kind === 'select' ? syntax.name : syntax.at.kind === 'string' ? syntax.at.value : undefined;
    if (name !== undefined) return fields.has(name);
  }
  return listChildren(syntax).some((child) => namesOne(child, fields));
}

function isRecord(syntax: Syntax): boolean {
  return syntax.kind === 'name' && syntax.name === 'record';
}
