import type { NestedPath } from '../fields/field-path.ts';
import type { OperationPlan, ResponsePlan } from '../operation.ts';
import { readsRecord } from '../records/about-caller.ts';
import type { AnswerMember, AnswerShape } from '../shape.ts';

interface Found {
  /** Members of the response around the record, which a handler does not return. */
  readonly around: Set<string>;
  /** The names returned next to the fields of the record, or without a record; with `?` if optional. */
  readonly names: Map<string, string>;
  /** A member of the response has another name than what it shows. */
  renamed: boolean;
}

/** Describes the return value of a handler if it is not the form of its Responses. */
export function describeReturnedForm({
  resource,
  responses,
}: Pick<OperationPlan, 'resource' | 'responses'>): string | undefined {
  const found: Found = { around: new Set(), names: new Map(), renamed: false };
  for (const { shape } of responses) if (shape?.kind === 'object') readMembers(shape.members, resource, [], found);
  const { around, names, renamed } = found;
  if (around.size === 0 && !renamed) return undefined;
  const listed = [...names.values()].join(', ');
  const without = [...around].map((name) => `\`${name}\``).join(' and ');
  const lacks = without === '' ? '' : `, without ${without} around ${resource === undefined ? 'them' : 'it'}`;
  if (resource === undefined) return `{ ${listed} }${lacks}`;
  return `the ${resource} itself${listed === '' ? '' : `, with ${listed} next to its fields`}${lacks}`;
}

function readMembers(
  members: readonly AnswerMember[],
  resource: string | undefined,
  path: readonly string[],
  found: Found,
): void {
  for (const { name, shape, optional } of members) {
    if (shape.kind === 'object') {
      if (shape.members.some((member) => reads(member.shape))) found.around.add([...path, name].join('.'));
      readMembers(shape.members, resource, [...path, name], found);
      continue;
    }
    const read = shape.kind === 'records' ? name : 'path' in shape ? shape.path.join('.') : undefined;
    if (read === undefined) continue;
    if (read !== name) found.renamed = true;
    const own = resource !== undefined && shape.kind !== 'records' && !('of' in shape && shape.of !== undefined);
    if (!own) found.names.set(read, optional ? `${read}?` : read);
  }
}

/** Whether a shape shows something that a handler returns. */
function reads(shape: AnswerShape): boolean {
  if (shape.kind === 'object') return shape.members.some((member) => reads(member.shape));
  return shape.kind === 'records' || shape.kind === 'embedded' || shape.kind === 'children' || 'path' in shape;
}

/** Records of a resource that the result of a handler holds, and the path to them. */
export interface Returned {
  readonly resource: string;
  readonly within: readonly NestedPath[];
}

/** Returns the records next to its own in the result of a handler, by the shape of a response. */
export function listReturnedRecords(shape: AnswerShape | undefined, key?: string): readonly Returned[] {
  switch (shape?.kind) {
    case 'object':
      return shape.members.flatMap(({ name, shape: inner }) => listReturnedRecords(inner, name));
    case 'records':
      if (shape.of === undefined) return [];
      return [{ resource: shape.of, within: [{ path: key === undefined ? [] : [key], list: true }] }];
    case 'picked':
      return shape.of === undefined ? [] : [{ resource: shape.of, within: [shape] }];
    default:
      return [];
  }
}

/** Returns whether a response of a handler shows the record of its operation that the handler returns: in its body, a header, or `when`. */
export function showsOwnRecord({ shape, headers, when }: ResponsePlan): boolean {
  return (
    showsOwn(shape) || readsRecord(when) || headers.some(({ value }) => value === 'location' || readsRecord(value))
  );
}

function showsOwn(shape: AnswerShape | undefined): boolean {
  switch (shape?.kind) {
    case 'object':
      return shape.members.some((member) => showsOwn(member.shape));
    case 'field':
    case 'picked':
      return shape.of === undefined;
    case 'cel':
      return readsRecord(shape.value);
    default:
      return shape?.kind === 'embedded' || shape?.kind === 'children';
  }
}
