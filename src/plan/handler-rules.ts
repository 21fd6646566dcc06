import { findNamed } from '../text/find-named.ts';
import { mayChangeRecords, operationKinds } from './kinds.ts';
import { listPresentPaths, type OperationPlan, type PickEach } from './operation.ts';
import type { ResourcePlan } from './resource.ts';
import type { InputMember, InputShape } from './shape.ts';

/** Returns whether an operation runs a handler of the module next to the document: it is a handler, and none that Nonet has. */
export function isCustomHandler({ kind, session }: PickEach<OperationPlan, 'kind' | 'session'>): boolean {
  return kind === 'handler' && session === undefined;
}

/** Returns whether the module next to the document must have the handler of an operation. */
export function needsHandler(operation: PickEach<OperationPlan, 'kind' | 'session' | 'disabled'>): boolean {
  return isCustomHandler(operation) && operation.disabled !== true;
}

/** Returns whether an operation can have a hook: it writes, or may, and Nonet has no hook of its own there. */
export function mayHook(operation: PickEach<OperationPlan, 'kind' | 'session'>): boolean {
  return mayChangeRecords(operation) && operation.session === undefined;
}

/** Whether code may give a field of a record's answer: one that only answers have, which nothing else gives. */
export function mayCompute(resource: Pick<ResourcePlan, 'fields' | 'identity'>, name: string): boolean {
  const field = findNamed(resource.fields, name);
  if (field === undefined || field.direction !== 'read-only' || name === resource.identity) return false;
  const own = field.state === true || field.assigned !== undefined || field.assignedOnUpdate === true;
  return !own && field.computed === undefined && field.default === undefined && !field.required;
}

/** Returns whether an operation is about one record that is there: of a handler, its path or its Record line names it. */
export function findsRecord({ kind, segments, record, resource }: OperationPlan): boolean {
  const { finds } = operationKinds[kind];
  if (resource === undefined || finds !== 'perhaps a record') return finds === 'record';
  return record !== undefined || segments.some((place) => place.kind === 'placeholder' && place.of === 'own');
}

/** Whether code may give a field at all: states, computed fields and moments of changes are the service's own. */
export function isCodes(resource: ResourcePlan, name: string): boolean {
  const field = findNamed(resource.fields, name);
  return field !== undefined && field.state !== true && field.computed === undefined && field.assignedOnUpdate !== true;
}

/** Returns the body of an operation as code sees it: without the present password and the code of a second factor. */
export function getCodeBody(operation: OperationPlan): InputShape | undefined {
  return listPresentPaths(operation).reduce(removeMember, operation.input);
}

/** Builds the `input` of a call: the body as code sees it, and next to its fields the parameters that map to input. */
export function buildCallInput(
  operation: OperationPlan,
  resource: Pick<ResourcePlan, 'fields'> | undefined,
): InputShape | undefined {
  const input = getCodeBody(operation);
  const known = new Set(input?.kind === 'object' ? input.members.map(({ name }) => name) : []);
  const others = listOtherInput(operation, resource).filter(({ name }) => !known.has(name));
  if (others.length === 0 || (input !== undefined && input.kind !== 'object')) return input;
  return { kind: 'object', members: [...(input?.members ?? []), ...others], line: input?.line ?? operation.line };
}

/** Lists the members of `input` that are not in the body: the parameters that map to input, and of a handler the fields of the path. */
export function listOtherInput(
  { kind, parameters, segments, line }: OperationPlan,
  resource: Pick<ResourcePlan, 'fields'> | undefined,
): readonly InputMember[] {
  const inPath = new Set(segments.flatMap((place) => (place.kind === 'placeholder' ? [place.name] : [])));
  const members = parameters.flatMap(
    ({ name, mapsTo, schema, required, default: otherwise, line: at }): InputMember[] => {
      if (mapsTo.kind !== 'input' || schema === undefined) return [];
      const shape = { kind: 'value', schema, line: at } as const;
      const there = required || inPath.has(name);
      return [{ name, required: there, shape, ...(otherwise === undefined ? {} : { default: otherwise }) }];
    },
  );
  for (const place of kind === 'handler' ? segments : []) {
    if (place.kind !== 'placeholder' || place.of === 'own') continue;
    const name = place.of === 'parent' ? place.field : place.name;
    if (members.some((member) => member.name === name)) continue;
    const schema = findNamed(resource?.fields, place.field)?.schema ?? { type: 'string' };
    members.push({ name, required: true, shape: { kind: 'value', schema, line } });
  }
  return members;
}

/** Removes the member at a path from a body. */
function removeMember(shape: InputShape | undefined, [first, ...rest]: readonly string[]): InputShape | undefined {
  if (shape?.kind !== 'object') return shape;
  const members = shape.members.flatMap((member): readonly InputMember[] => {
    if (member.name !== first) return [member];
    return rest.length === 0 ? [] : [{ ...member, shape: removeMember(member.shape, rest)! }];
  });
  return { ...shape, members };
}
