import type { InnerDone } from '../../../contracts/inner-operations.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { FieldError } from '../../../contracts/record.ts';
import type { Refusal } from '../../../contracts/refusal.ts';
import type { RequestContext } from '../../../contracts/request-context.ts';
import type { Expression } from '../../../expression/tree.ts';
import { collectSentFields, type SentField } from '../../../plan/bodies/sent.ts';
import { formatFieldOf, formatPointer } from '../../../plan/fields/json-pointer.ts';
import { setsFields } from '../../../plan/kinds.ts';
import { listBindingRows } from '../../../plan/records/binding-rows.ts';

/** The request of an effect, and where in it the items are that variables hold. */
interface Sending {
  readonly own: Pick<RequestContext, 'fields'>;
  /** JSON Pointers by the names of variables. */
  readonly sent: Readonly<Record<string, string>>;
}

const nowhere = (): undefined => undefined;

/** Creates what finds where in the request a value is that is read as it was sent; undefined for other values. */
export function createSentFinder(
  op: Pick<OperationContext, 'plan'> & Partial<Pick<OperationContext, 'operation'>>,
): (value: Expression) => (sending: Sending) => string | undefined {
  const fields = new Map(listSentFields(op).map(({ field, path }) => [field, path]));
  return (value) => {
    if (value.op !== 'path') return nowhere;
    const steps = value.steps.map(({ name }) => name);
    const [first, ...rest] = steps;
    const isFollowed = value.steps.some(({ through }) => through !== undefined);
    if (first === undefined || isFollowed) return nowhere;
    if (value.root === 'input') return () => formatPointer(steps);
    if (value.root === 'local')
      return ({ sent }) => (Object.hasOwn(sent, first) ? sent[first]! + formatPointer(rest) : undefined);
    const path = value.root === 'record' ? fields.get(first) : undefined;
    if (path === undefined) return nowhere;
    const pointer = formatPointer([...path, ...rest]);
    return ({ own }) => (isIn(own.fields, steps) ? pointer : undefined);
  };
}

/** The fields of the record that an operation stores as its request sends them: no row sets them. */
function listSentFields({ plan, operation }: Parameters<typeof createSentFinder>[0]): readonly SentField[] {
  const resource = plan.resources.find(({ name }) => name === operation?.resource);
  if (operation === undefined || resource === undefined) return [];
  if (operation.kind !== 'create' && !setsFields(operation)) return [];
  const rows = listBindingRows(resource, operation).flatMap((machine) => machine.rows);
  const set = new Set(rows.flatMap(({ effects }) => effects.map(({ path }) => path[0])));
  return collectSentFields(operation.input).filter(({ field }) => !set.has(field));
}

function isIn(fields: unknown, steps: readonly string[]): boolean {
  let value = fields;
  for (const name of steps) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return false;
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return true;
}

/** A field of the other record whose value the request sent, and where. */
export interface SentValue {
  readonly pointer: string;
  readonly place: string;
}

/**
 * The fields of the other record are not those of the request: its errors are about what the request sent for them, else about the request
 * as a whole.
 */
export function describeRefusal(
  { refusal }: Extract<InnerDone, { readonly refusal: Refusal }>,
  sent: readonly SentValue[],
): Refusal {
  const { fields, resource = '' } = refusal;
  if (fields === undefined) return refusal;
  const described = fields.map((error): FieldError => {
    if (error.other !== undefined) return error;
    const { pointer = '', message, of, inState, ...field } = error;
    const value = sent.find((one) => pointer === one.pointer || pointer.startsWith(`${one.pointer}/`));
    if (value !== undefined) {
      const { of: _, ...placed } = error;
      return { ...placed, pointer: value.place + pointer.slice(value.pointer.length) };
    }
    const name = formatFieldOf(resource, pointer);
    return {
      ...field,
      ...(inState === undefined ? {} : { inState: { ...inState, words: `${name} ${inState.words}` } }),
      pointer: '',
      other: { resource, pointer, ...(of === undefined ? {} : { of }) },
      message: `${name} ${message}`,
    };
  });
  return { ...refusal, fields: described };
}
