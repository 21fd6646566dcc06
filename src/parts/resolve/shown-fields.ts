import { listChildren, type Syntax } from '../../expression/parse/syntax.ts';
import { isQuestionName } from '../../expression/questions.ts';
import { memo } from '../../text/memo.ts';
import type { ConstraintModel, FieldModel } from '../resources/model.ts';
import { parseOnce } from './expressions.ts';

type Computed = ConstraintModel & { readonly kind: 'computed' };

const shownFields = memo((fields: readonly FieldModel[]) => findFields(fields, ['self', 'caller']));
const fieldsOfOthers = memo((fields: readonly FieldModel[]) => findFields(fields, ['caller']));

/**
 * Whether a field is computed from `self`, from the caller or from other records, directly or through other fields of its resource. Its value
 * is not stored: it is computed where the record is shown.
 */
export function isComputedWhenShown(fields: readonly FieldModel[], field: FieldModel): boolean {
  return shownFields(fields).has(field.name.value);
}

/** Whether a field is computed from the caller or from other records: it changes without its record. */
export function dependsOnOthers(fields: readonly FieldModel[], field: FieldModel): boolean {
  return fieldsOfOthers(fields).has(field.name.value);
}

/** The names of the fields that ask about other records or name one of some variables, themselves or through each other. */
function findFields(fields: readonly FieldModel[], variables: readonly string[]): ReadonlySet<string> {
  const names = new Set(fields.map((field) => field.name.value));
  const computed = fields.flatMap((field) => {
    const ast = parseComputed(field);
    return ast === undefined ? [] : [{ name: field.name.value, ast }];
  });
  const found = new Set<string>();
  for (let before = -1; before < found.size; ) {
    before = found.size;
    const sought = new Set([...variables, ...found]);
    for (const { name, ast } of computed) if (namesOne(ast, sought, names)) found.add(name);
  }
  return found;
}

function parseComputed(field: FieldModel): Syntax | undefined {
  const computed = field.constraints.find((constraint): constraint is Computed => constraint.kind === 'computed');
  return computed && parseOnce(computed.cel).ast;
}

function namesOne(syntax: Syntax, fields: ReadonlySet<string>, own: ReadonlySet<string>): boolean {
  if (syntax.kind === 'name') return fields.has(syntax.name);
  if (isQuestion(syntax, own)) return true;
  if ((syntax.kind === 'select' || syntax.kind === 'index') && isRecord(syntax.from)) {
    const name = syntax.kind === 'select' ? syntax.name : syntax.at.kind === 'string' ? syntax.at.value : undefined;
    if (name !== undefined) return fields.has(name);
  }
  return listChildren(syntax).some((child) => namesOne(child, fields, own));
}

/** A call on the name of a resource: only these begin with an upper-case letter, and a field comes first. */
function isQuestion(syntax: Syntax, own: ReadonlySet<string>): boolean {
  if (syntax.kind !== 'call' || syntax.receiver?.kind !== 'name' || !isQuestionName(syntax.name)) return false;
  const { name } = syntax.receiver;
  return /^[A-Z]/.test(name) && !own.has(name);
}

function isRecord(syntax: Syntax): boolean {
  return syntax.kind === 'name' && syntax.name === 'record';
}
