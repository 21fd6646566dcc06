import { valueAt } from '../../plan/neighbours.ts';
import type { FieldPlan } from '../../plan/resource.ts';
import { frameOf, type SentField, sentFields, withFields, withoutFields } from '../../plan/sent.ts';
import type { InputShape } from '../../plan/shape.ts';
import type { CheckBody } from '../../steps/compiled.ts';
import type { FieldProblem, RecordValue, SentBody } from '../../steps/record.ts';
import type { Refusal } from '../../steps/refusal.ts';
import { noFields } from './serve-change.ts';
import type { Hidden } from './serve-hidden.ts';
import { patched, patchOf } from './serve-json-patch.ts';

/** A field of the record that a Request takes, with its plan. */
export interface SentPlan extends SentField {
  readonly plan: FieldPlan;
}

/** Finds the fields that a Request takes of a record with these fields. */
export function sentPlans(input: InputShape | undefined, fields: readonly FieldPlan[]): readonly SentPlan[] {
  return sentFields(input).flatMap((one): SentPlan[] => {
    const plan = fields.find(({ name }) => name === one.field);
    return plan === undefined ? [] : [{ ...one, plan }];
  });
}

/** What a JSON Patch leaves of a record: every field that its Request takes, and the other members; or what is wrong with it. */
export type Patch = (body: unknown, record: RecordValue) => SentBody | readonly FieldProblem[] | Refusal;

/** Makes what applies a JSON Patch to a record as a Request shows it (RFC 6902): without what is never shown. */
export function patcher(
  input: InputShape | undefined,
  fields: readonly FieldPlan[],
  check: CheckBody,
  hidden: Hidden,
): Patch {
  const sent = sentPlans(input, fields);
  const shown = sent.filter(({ plan }) => !hidden.field(plan));
  const documentOf = (record: RecordValue): Record<string, unknown> => {
    const values = noFields();
    for (const { field, plan } of shown) {
      if (record[field] !== undefined) values[field] = hidden.shown(plan.schema, record[field]);
    }
    return withFields(frameOf(input), shown, values);
  };
  const sendable = (document: unknown, record: RecordValue): unknown => {
    if (typeof document !== 'object' || document === null || Array.isArray(document)) return document;
    const values = noFields();
    for (const { field, path, plan } of shown) {
      const value = valueAt(document, path);
      if (value !== undefined) values[field] = hidden.sendable(plan.schema, record[field], value);
    }
    return withFields(document as Record<string, unknown>, shown, values);
  };
  return (body, record) => {
    const operations = patchOf(body);
    if (!('length' in operations)) return { condition: 'malformed request' };
    const result = patched(documentOf(record), operations);
    if ('at' in result) return [{ pointer: `/${result.at}`, problem: 'constraint', message: result.message }];
    const problems: FieldProblem[] = [];
    const values = noFields();
    const members = check(sendable(result.value, record), problems, values);
    if (problems.length > 0) return problems;
    for (const { field, plan } of sent) {
      const value = hidden.restored(plan.schema, record[field], values[field]);
      if (value !== undefined) values[field] = value;
    }
    return { fields: values, members: withoutFields(members, sent) };
  };
}
