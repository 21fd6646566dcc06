import { isExpressionError } from '../../expression/failures.ts';
import { collectReferences } from '../../expression/references.ts';
import type { Expression } from '../../expression/tree.ts';
import type { FieldPlan } from '../../plan/resource.ts';
import { type Bindings, declareCondition, declareValue } from '../expressions.ts';
import { toSourceString } from '../module.ts';
import type { Answers } from './writer.ts';

type Declare = (module: Answers['module'], parameters: string, tree: Expression, around: Bindings) => string;

/** Declares the value of an expression of a response or payload as a function of the request and the present record: `(g, r)`. */
export function declareShownValue(answers: Answers, resource: string | undefined, tree: Expression): string {
  return declareShown(answers, resource, tree, declareValue);
}

/** Declares a condition of a response in the same way. */
export function declareShownCondition(
  answers: Answers,
  resource: string | undefined,
  tree: Expression | undefined,
): string {
  if (tree === undefined) return declareCondition(answers.module, 'g, r', tree, {});
  return declareShown(answers, resource, tree, declareCondition);
}

/** The record is given its fields that are computed where it is shown, if the expression reads them. */
function declareShown(answers: Answers, resource: string | undefined, tree: Expression, declare: Declare): string {
  const { module } = answers;
  const self = resource === undefined ? undefined : answers.self(resource);
  const value = declare(module, 'g, r', tree, {
    record: 'r',
    old: 'g.before',
    given: 'g',
    ...(resource === undefined ? {} : { link: (field, file) => `${answers.link(resource, field)}(r, ${file})` }),
    self: self === undefined ? 'undefined' : `${self}(r, g.refs)`,
  });
  const added = listShownFields(answers, resource, tree).map(
    (field) => `${toSourceString(field.name)}: ${declareShownField(answers, resource, field)}(g, r)`,
  );
  if (added.length === 0) return value;
  return module.declare('g, r', `return ${value}(g, { ...r, ${added.join(', ')} });`);
}

function listShownFields(
  { resources }: Answers,
  resource: string | undefined,
  tree: Expression,
): readonly ShownField[] {
  const read = collectReferences(tree).fields.get('record');
  if (read === undefined) return [];
  const fields = resources.find(({ name }) => name === resource)?.fields ?? [];
  return fields.filter((field): field is ShownField => isShownField(field) && read.has(field.name));
}

type ShownField = FieldPlan & { readonly computed: NonNullable<FieldPlan['computed']> };

/** Whether a field is computed where its record is shown. */
export function isShownField(field: FieldPlan | undefined): field is ShownField {
  return field?.computed?.shown === true;
}

/** A field is absent if its expression reads an absent one. */
function declareShownField(answers: Answers, resource: string | undefined, field: ShownField): string {
  const { module } = answers;
  const value = declareShownValue(answers, resource, field.computed.value);
  const known = module.constant(isExpressionError);
  const nothing = field.schema.nullable === true ? 'null' : 'undefined';
  return module.declare(
    'g, r',
    `try { return ${value}(g, r); } catch (e) { if (${known}(e) && e.reason === 'absent') return ${nothing}; throw e; }`,
  );
}
