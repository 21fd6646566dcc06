import { typeOf } from '../parts/members.ts';
import type { OperationPlan, ParameterPlan, SegmentPlan } from '../plan/operation.ts';
import type { Plan } from '../plan/plan.ts';
import type { ValueSchema } from '../plan/schema.ts';
import type { FieldProblem } from '../steps/record.ts';
import type { Checks } from './check.ts';
import { identitySchema } from './checks.ts';

type Check = (value: unknown, problems: FieldProblem[]) => unknown;
type Reader = (text: string, problems: FieldProblem[]) => unknown;

/** Prepares the reader of one parameter's text; the second step is done when the module is linked. */
export function parameterReader(checks: Checks, operation: OperationPlan, parameter: ParameterPlan): () => Reader {
  const { means, name, line } = parameter;
  if (means.kind === 'expand') return () => wordReader(parameter, [means.field]);
  if (means.kind === 'fields') return () => namesReader(parameter, shownNames(operation));
  const schema =
    parameter.schema?.constraints === undefined ? (counted(means.kind) ?? parameter.schema) : parameter.schema;
  const names = means.kind === 'after id' || means.kind === 'before id';
  const read = valueReader(checks, (names ? ownIdentity(checks.plan, operation) : schema) ?? { type: 'string' });
  return () => {
    const one = read();
    const report = (problems: FieldProblem[], found: readonly FieldProblem[]): void => {
      for (const { problem, message } of found) problems.push({ parameter: name, problem, message, line });
    };
    const single: Reader = (text, problems) => {
      const found: FieldProblem[] = [];
      const value = one(text, found);
      if (found.length === 0) return value;
      report(problems, found);
      return undefined;
    };
    if (means.kind !== 'filter' || means.operator !== 'in') return single;
    return (text, problems) => {
      const before = problems.length;
      const values = text.split(',').map((item) => single(item, problems));
      if (problems.length === before) return values;
      problems.length = before + 1;
      return undefined;
    };
  };
}

/** What names a record of the operation's own resource. */
function ownIdentity(plan: Plan, { resource }: OperationPlan): ValueSchema | undefined {
  return resource === undefined ? undefined : identitySchema(plan, { type: 'ref', resource });
}

/** What a parameter must be that counts records or asks for their number, or undefined. */
function counted(kind: ParameterPlan['means']['kind']): ValueSchema | undefined {
  if (kind === 'total') return { type: 'boolean' };
  if (kind !== 'page size' && kind !== 'page number' && kind !== 'offset') return undefined;
  return {
    type: 'integer',
    constraints: [{ kind: 'range', unit: 'value', from: kind === 'offset' ? '0' : '1', line: 0 }],
  };
}

function wordReader({ name, line }: ParameterPlan, words: readonly string[]): Reader {
  return (text, problems) => {
    if (words.includes(text)) return text;
    problems.push({ parameter: name, problem: 'type', message: `must be ${words.join(' or ')}`, line });
    return undefined;
  };
}

function namesReader({ name, line }: ParameterPlan, known: ReadonlySet<string>): Reader {
  return (text, problems) => {
    const names = text.split(',');
    const wrong = names.find((one) => !known.has(one));
    if (wrong === undefined) return names;
    problems.push({
      parameter: name,
      problem: 'type',
      message: `must name fields of the answer, separated by commas`,
      line,
    });
    return undefined;
  };
}

/** The top-level names that the record of an answer has. */
function shownNames(operation: OperationPlan): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { shape } of operation.responses) {
    let record = shape;
    if (operation.kind === 'list' && record?.kind === 'object') {
      record = record.members.map((member) => member.shape).find((one) => one.kind === 'records');
    }
    if (record?.kind === 'records') record = record.item;
    if (record?.kind === 'object') for (const member of record.members) names.add(member.name);
  }
  return names;
}

/** Prepares the reader of a value that is written as text. */
export function valueReader(checks: Checks, schema: ValueSchema): () => Reader {
  const plain: ValueSchema = identitySchema(checks.plan, schema);
  const type = typeOf(plain);
  const check = checks.of(schema, 'sent');
  const wrong: FieldProblem = { problem: 'type', message: type.words(plain) };
  return () => {
    const checked = checks.module.linked(check) as unknown as Check;
    return (text, problems) => {
      const value = type.fromText?.(text);
      if (value !== undefined) return checked(value, problems);
      problems.push(wrong);
      return undefined;
    };
  };
}

type Placeholder = SegmentPlan & { readonly kind: 'placeholder' };

/** Prepares the reader of a path's placeholder: the value of the column that it names, undefined where no record has it. */
export function placeholderReader(
  checks: Checks,
  operation: OperationPlan,
  place: Placeholder,
): () => (text: string) => unknown {
  const schema = placeholderSchema(checks.plan, operation, place);
  const read = valueReader(checks, schema);
  return () => {
    const one = read();
    return (text) => {
      const found: FieldProblem[] = [];
      const value = one(text, found);
      // A number has one address: 1, not 01 or 1e0.
      if ((typeof value === 'number' || typeof value === 'bigint') && String(value) !== text) return undefined;
      return found.length === 0 ? value : undefined;
    };
  };
}

function placeholderSchema(plan: Plan, operation: OperationPlan, { of, field, by }: Placeholder): ValueSchema {
  const fieldIn = (resource: string | undefined, name: string) =>
    plan.resources.find((one) => one.name === resource)?.fields.find((one) => one.name === name)?.schema;
  if (of === 'input') {
    const members = operation.input?.kind === 'object' ? operation.input.members : [];
    const shape = members.find((member) => member.name === field)?.shape;
    return shape?.kind === 'value' ? shape.schema : { type: 'string' };
  }
  const schema = fieldIn(operation.resource, field) ?? { type: 'string' };
  if (of === 'own' || by === undefined || schema.type !== 'ref') return schema;
  return fieldIn(schema.resource, by) ?? { type: 'string' };
}
