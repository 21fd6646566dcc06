import type { FieldError } from '../../contracts/record.ts';
import { findType, formatOf } from '../../parts/registry.ts';
import type { OperationPlan, ParameterPlan, SegmentPlan } from '../../plan/operation.ts';
import { collectShownNames, getIdentitySchema, getParameterSchema } from '../../plan/parameter-schema.ts';
import type { Plan } from '../../plan/plan.ts';
import type { ValueSchema } from '../../plan/schema.ts';
import { findNamed } from '../../text/find-named.ts';
import { hashToken } from '../../text/hashes/token-hash.ts';
import type { Checks } from '../check.ts';
import { isToken } from '../records/tokens.ts';

type Check = (value: unknown, fieldErrors: FieldError[]) => unknown;
type Reader = (text: string, fieldErrors: FieldError[]) => unknown;

/** Prepares the reader of one parameter's text; the second step is done when the module is linked. */
export function compileParameterReader(
  checks: Checks,
  operation: OperationPlan,
  parameter: ParameterPlan,
): () => Reader {
  const { mapsTo: means, name, line } = parameter;
  if (means.kind === 'expand') return () => wordsReader(parameter, means.fields);
  if (means.kind === 'fields') return () => namesReader(parameter, collectShownNames(operation));
  const schema = getParameterSchema(checks.plan, operation, parameter);
  const read = compileValueReader(checks, schema);
  return () => {
    const readValue = read();
    return (text, fieldErrors) => {
      const found: FieldError[] = [];
      const value = readValue(text, found);
      if (found.length === 0) return value;
      // Of several wrong items the first is reported.
      const told = schema.type === 'list' ? found.slice(0, 1) : found;
      for (const { pointer: _, ...fieldError } of told) fieldErrors.push({ ...fieldError, parameter: name, line });
      return undefined;
    };
  };
}

function wordsReader({ name, line }: ParameterPlan, words: readonly string[]): Reader {
  const all = words.join(', ');
  const message = words.length === 1 ? `must be ${all}` : `must be one or more of ${all}, separated by commas`;
  return (text, fieldErrors) => {
    const sent = text.split(',');
    if (sent.every((word) => words.includes(word))) return sent;
    const facts = { values: all };
    fieldErrors.push({ parameter: name, problem: 'not one of', facts, message, line });
    return undefined;
  };
}

function namesReader({ name, line }: ParameterPlan, known: ReadonlySet<string>): Reader {
  return (text, fieldErrors) => {
    const names = text.split(',');
    const wrong = names.find((candidate) => !known.has(candidate));
    if (wrong === undefined) return names;
    fieldErrors.push({
      parameter: name,
      problem: 'type',
      message: `must be names of response fields, separated by commas`,
      line,
    });
    return undefined;
  };
}

/** Prepares the reader of a value that is written as text; of a list, of its items with commas between. */
export function compileValueReader(checks: Checks, schema: ValueSchema): () => Reader {
  const plain: ValueSchema = getIdentitySchema(checks.plan, schema.type === 'list' ? schema.item : schema);
  const type = findType(plain);
  const check = checks.of(schema, 'sent');
  // A format of integers has a range of its own; any text is a string.
  const ofFormat = plain.type === 'integer' ? formatOf(plain)?.words(undefined) : undefined;
  const message = ofFormat ?? type.words?.(plain) ?? '';
  const wrong: FieldError = { problem: type.problem ?? 'type', message };
  return () => {
    const checked = checks.module.linked(check) as unknown as Check;
    const single: Reader = (text, fieldErrors) => {
      const value = type.fromText?.(text);
      if (value !== undefined) return value;
      fieldErrors.push(wrong);
      return undefined;
    };
    const read: Reader =
      schema.type === 'list' ? (text, fieldErrors) => text.split(',').map((item) => single(item, fieldErrors)) : single;
    return (text, fieldErrors) => {
      const value = read(text, fieldErrors);
      return fieldErrors.length === 0 ? checked(value, fieldErrors) : undefined;
    };
  };
}

type Placeholder = SegmentPlan & { readonly kind: 'placeholder' };

/** Prepares the reader of a path's placeholder: the value of the column that it names, undefined where no record has it. */
export function compilePlaceholderReader(
  checks: Checks,
  operation: OperationPlan,
  place: Placeholder,
): () => (text: string) => unknown {
  const schema = getPlaceholderSchema(checks.plan, operation, place);
  const read = compileValueReader(checks, schema);
  const isHashed = isToken(schema);
  return () => {
    const readValue = read();
    return (text) => {
      const found: FieldError[] = [];
      const value = readValue(text, found);
      // A number has one address: 1, not 01 or 1e0.
      if ((typeof value === 'number' || typeof value === 'bigint') && String(value) !== text) return undefined;
      if (found.length > 0) return undefined;
      return isHashed ? hashToken(value) : value;
    };
  };
}

function getPlaceholderSchema(plan: Plan, operation: OperationPlan, { of, field, by }: Placeholder): ValueSchema {
  const fieldIn = (resource: string | undefined, name: string) =>
    findNamed(findNamed(plan.resources, resource)?.fields, name)?.schema;
  if (of === 'input') {
    const members = operation.input?.kind === 'object' ? operation.input.members : [];
    const shape = findNamed(members, field)?.shape;
    return shape?.kind === 'value' ? shape.schema : { type: 'string' };
  }
  const schema = fieldIn(operation.resource, field) ?? { type: 'string' };
  if (of === 'own' || by === undefined || schema.type !== 'ref') return schema;
  return fieldIn(schema.resource, by) ?? { type: 'string' };
}
