import { getFileForm } from '../../plan/files/file-bodies.ts';
import type { OperationPlan } from '../../plan/operation.ts';
import { listRows } from '../../plan/records/binding-rows.ts';
import { listInitialStates } from '../../plan/records/initial-states.ts';
import type { ResourcePlan } from '../../plan/resource.ts';
import type { Json } from '../../plan/schema.ts';
import type { InputMember } from '../../plan/shape.ts';
import { own } from '../../text/own-property.ts';
import { type BodyOptions, createBody, findResource, listBodyValues } from './body.ts';
import { findCode } from './codes.ts';
import { solveGuard } from './solve.ts';
import { createSource, type Stage, type StoredRecord } from './stage.ts';

/** The body of a request; `undefined` if the operation takes none. */
export interface Candidate {
  readonly body: Json | undefined;
}

/** Yields bodies for an operation in the order in which they are tried: the fullest first, then the solutions of its guards, or the solutions first. */
export function* listBodies(
  stage: Stage,
  operation: OperationPlan,
  record: StoredRecord | undefined,
  index: number,
  solvedFirst = false,
): Generator<Candidate> {
  const { input } = operation;
  if (input === undefined || operation.kind === 'delete') return yield { body: undefined };
  // An example is a text.
  if (getFileForm(input) !== undefined) return;
  const resource = findResource(stage.plan, operation.resource);
  const source = createSource(stage, index);
  const code = findCode(stage, operation, record);
  const coded: Readonly<Record<string, Json>> = code?.value === undefined ? {} : { [code.name]: code.value };
  const create = ({ values, wants = () => true }: BodyOptions): Json | undefined =>
    createBody(source, input, {
      resource: operation.resource,
      record: jsonRecord(record),
      wants: (member) => (member.name === code?.name ? code.value !== undefined : wants(member)),
      values: { ...values, ...coded },
    });
  const mayBe = mayBeSent(operation, resource, record);
  const may = (member: InputMember): boolean => member.name !== code?.name && mayBe(member);
  const seen = new Set<string>();
  const offer = function* (body: Json | undefined): Generator<Candidate> {
    const text = JSON.stringify(body);
    if (body === undefined || seen.has(text)) return;
    seen.add(text);
    yield { body };
  };
  if (operation.kind === 'update') {
    yield* listPatches(stage, operation, record, index, { may, offer, coded });
    return;
  }
  const solutions = listSolutions(operation, resource, record);
  if (solvedFirst) for (const values of solutions) yield* offer(create({ wants: may, values }));
  yield* offer(create({ wants: may }));
  yield* offer(create({ wants: () => false }));
  for (const values of solutions) yield* offer(create({ wants: () => false, values }));
  if (input.kind !== 'object') return;
  for (const member of input.members) {
    if (!member.required) yield* offer(create({ wants: (other) => other === member }));
  }
}

/** Whether an optional member may be sent in the state that the record has, or begins in. */
function mayBeSent(
  operation: OperationPlan,
  resource: ResourcePlan | undefined,
  record: StoredRecord | undefined,
): (member: InputMember) => boolean {
  const closed = new Set<string>();
  for (const machine of resource?.machines ?? []) {
    const state = record?.[machine.field ?? ''] as string | undefined;
    const states = state === undefined ? listInitialStates(machine) : [state];
    const isClosed = (cell: string | undefined): boolean =>
      cell === 'absent' || (cell === 'fixed' && operation.kind !== 'create');
    for (const { field, cells } of machine.matrix) {
      if (states.length > 0 && states.every((name) => isClosed(own(cells, name)))) closed.add(field);
    }
  }
  return ({ name, field = name, unchanged, endState, shape }) => {
    if (unchanged === true) return operation.kind === 'replace';
    if (endState === true) return false;
    const own = resource?.fields.find((candidate) => candidate.name === field);
    // A record that names itself, or one of its kind, is rare.
    if (shape.kind === 'value' && shape.schema.type === 'ref' && shape.schema.resource === resource?.name) return false;
    return own?.direction !== 'internal' && !closed.has(field);
  };
}

interface Patching {
  may(member: InputMember): boolean;
  offer(body: Json | undefined): Generator<Candidate>;
  /** The member with a code, which each patch sends. */
  readonly coded: Readonly<Record<string, Json>>;
}

/** Merge patches that change one or two fields. */
function* listPatches(
  stage: Stage,
  operation: OperationPlan,
  record: StoredRecord | undefined,
  index: number,
  { may, offer, coded }: Patching,
): Generator<Candidate> {
  const input = operation.input!;
  const changes = listBodyValues(input)
    .filter(({ member }) => may(member))
    .map(({ path, member }) => ({ path, member, value: changeOf(stage, operation, path, index) }))
    .filter(({ member, value, path }) => value !== undefined && differs(record, member.field ?? path.at(-1)!, value))
    .toSorted((left, right) => rankChange(left.member) - rankChange(right.member));
  const nest = (path: readonly string[], value: Json): Json => ({
    ...(path.toReversed().reduce<Json>((inner, name) => ({ [name]: inner }), value) as object),
    ...coded,
  });
  const whole = createBody(createSource(stage, index), input, {
    resource: operation.resource,
    wants: may,
    values: coded,
    record: jsonRecord(record),
  });
  // Members that the Request asks for are always sent.
  const required =
    input.kind === 'object' && input.members.some((member) => member.required && member.shape.kind === 'value');
  if (required) yield* offer(whole);
  for (const { path, value } of changes) yield* offer(nest(path, value!));
  if (!required) yield* offer(whole);
}

function changeOf(stage: Stage, operation: OperationPlan, path: readonly string[], index: number): Json | undefined {
  const body = createBody(createSource(stage, index + 1), operation.input!, { resource: operation.resource });
  return path.reduce<Json | undefined>((at, name) => (at as Record<string, Json> | undefined)?.[name], body);
}

function differs(record: StoredRecord | undefined, field: string, value: Json | undefined): boolean {
  return JSON.stringify(record?.[field]) !== JSON.stringify(value);
}

/** Plain texts are changed before lists, and both before what refers to others. */
function rankChange({ shape, name }: InputMember): number {
  if (shape.kind !== 'value') return 3;
  const { type } = shape.schema;
  if (type === 'ref') return 5;
  if (type === 'named' || type === 'list' || type === 'map') return 4;
  return /note|memo|comment|description|title|name|text/.test(name) ? 0 : 1;
}

/** Values of an input with which the guards of its transition hold for a record, those of its first row first. */
export function listSolutions(
  operation: OperationPlan,
  resource: ResourcePlan | undefined,
  record: StoredRecord | undefined,
  holds = true,
): readonly Readonly<Record<string, Json>>[] {
  if (record === undefined || operation.input === undefined) return [];
  const rows = resource === undefined ? [] : listRows(resource).filter(({ name }) => name === operation.verb);
  const solved = rows.flatMap(({ guard }) =>
    guard === undefined || guard === 'disabled' ? [] : solveGuard(guard, record),
  );
  return solved.filter((solution) => solution.holds === holds).map(({ name, value }) => ({ [name]: value }));
}

function jsonRecord(record: StoredRecord | undefined): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(record ?? {}).map(([name, value]) => [name, value]));
}
