import { isObject } from '../../plan/fields/is-object.ts';
import type { OperationPlan, ResponsePlan } from '../../plan/operation.ts';
import type { ResourcePlan } from '../../plan/resource.ts';
import type { AnswerShape } from '../../plan/shape.ts';

/** The fields of a record as a response shows them, by the names of the resource. */
export type ShownRecord = Readonly<Record<string, unknown>>;

/** Chooses the response that a status is; undefined if the page states none, or if expressions choose among several. */
export function findResponse(
  { responses }: Pick<OperationPlan, 'responses'>,
  status: number,
): ResponsePlan | undefined {
  const own = responses.filter((response) => response.status === status);
  return own.length === 1 || own.every(({ shape }) => JSON.stringify(shape) === JSON.stringify(own[0]?.shape))
    ? own[0]
    : undefined;
}

/** Reads the records that a body shows by its shape: one, or those of a page. */
export function readRecords(shape: AnswerShape | undefined, body: unknown): readonly ShownRecord[] {
  if (shape?.kind === 'records') {
    return Array.isArray(body) ? body.flatMap((item) => readRecords(shape.item, item)) : [];
  }
  if (shape?.kind !== 'object' || !isObject(body)) return [];
  const list = shape.members.find((member) => member.shape.kind === 'records');
  if (list !== undefined) return readRecords(list.shape, body[list.name]);
  const record: Record<string, unknown> = {};
  collect(shape, body, record);
  return [record];
}

/** The members of an object, and of envelopes inside it. */
function collect(
  shape: AnswerShape & { readonly kind: 'object' },
  body: Readonly<Record<string, unknown>>,
  into: Record<string, unknown>,
): void {
  for (const member of shape.members) {
    const value = Object.hasOwn(body, member.name) ? body[member.name] : undefined;
    if (value === undefined) continue;
    if (member.shape.kind === 'field' && member.shape.path.length === 1) into[member.shape.path[0]!] = value;
    else if (member.shape.kind === 'object' && isObject(value)) collect(member.shape, value, into);
    else if (member.shape.kind === 'embedded') {
      const identity =
        member.shape.list === true && Array.isArray(value)
          ? value.map(findIdentity(member.shape))
          : findIdentity(member.shape)(value);
      if (identity !== undefined) into[member.shape.field] = identity;
    }
  }
}

/** Finds the identity of an embedded record: the member that shows it. */
function findIdentity({ item }: AnswerShape & { readonly kind: 'embedded' }): (value: unknown) => unknown {
  const member =
    item.kind === 'object'
      ? item.members.find((one) => one.shape.kind === 'field' && one.shape.path[0] === 'id')
      : undefined;
  return (value) => (isObject(value) ? value[member?.name ?? 'id'] : undefined);
}

/** Lists the fields of a resource that a shape shows whenever the record has them, also inside envelopes. */
export function listShownFields(shape: AnswerShape | undefined): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (at: AnswerShape | undefined): void => {
    if (at?.kind === 'records') visit(at.item);
    if (at?.kind !== 'object') return;
    for (const { shape: inner } of at.members) {
      if (inner.kind === 'field' && inner.path.length === 1) found.add(inner.path[0]!);
      else if (inner.kind === 'embedded') found.add(inner.field);
      else visit(inner);
    }
  };
  visit(shape);
  return found;
}

/** Finds the member of a response's record that shows one field alone: its name, with the envelope around it. */
export function findShownPath(shape: AnswerShape | undefined, field: string): readonly string[] | undefined {
  if (shape?.kind !== 'object') return undefined;
  for (const member of shape.members) {
    if (member.shape.kind === 'field' && member.shape.path.length === 1 && member.shape.path[0] === field)
      return [member.name];
    const inner = member.shape.kind === 'object' ? findShownPath(member.shape, field) : undefined;
    if (inner !== undefined) return [member.name, ...inner];
  }
  return undefined;
}

/** The read operation of a resource by whose path alone a record is found. */
export function findReader(
  operations: readonly OperationPlan[],
  { name }: Pick<ResourcePlan, 'name'>,
): OperationPlan | undefined {
  return operations.find(
    ({ kind, resource, disabled, signed, responses, parameters, record }) =>
      kind === 'read' &&
      resource === name &&
      disabled !== true &&
      // The record of the caller alone says nothing about another one.
      record === undefined &&
      signed === undefined &&
      parameters.every(({ required }) => !required) &&
      responses.some(({ shape }) => shape?.kind === 'object'),
  );
}
