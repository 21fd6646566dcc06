import { findCondition } from '../../parts/registry.ts';
import type { OperationPlan } from '../../plan/operation.ts';
import type { InputShape } from '../../plan/shape.ts';
import { listBodies } from './bodies.ts';
import { findResource } from './body.ts';
import { type CallerOptions, findCallerResource, holdCredential, listGrants } from './callers.ts';
import { composeRequest, type Pieces } from './compose.ts';
import { createParameters, listPathValues } from './parameters.ts';
import { isSuccess, refresh, type Stage, type StoredRecord, sendFor } from './stage.ts';
import type { PlayedRequest, PlayedResponse } from './world.ts';

/** A request that succeeded. */
export interface Succeeded {
  readonly request: PlayedRequest;
  readonly response: PlayedResponse;
  readonly pieces: Pieces;
}

/** How an operation is attempted. */
export interface AttemptOptions extends CallerOptions {
  readonly record?: StoredRecord | undefined;
  readonly index?: number;
  readonly title?: string;
  /** The rank of the exchange. */
  readonly rank?: number;
  /** Whether a response of success is what was wanted; else nothing more is tried. */
  readonly accepts?: (response: PlayedResponse) => Promise<boolean>;
}

/** The highest number of bodies that are tried. */
const mostBodies = 12;
/** So deep are records created for the sake of others. */
const deepest = 5;

/** Sends requests for an operation, one body after the other, until one succeeds; undefined if none does. */
export async function attempt(
  stage: Stage,
  operation: OperationPlan,
  options: AttemptOptions = {},
): Promise<Succeeded | undefined> {
  const { record, index = stage.count++, accepts } = options;
  await ensureRefs(stage, operation, record);
  const grants = options.grant === undefined && options.scopes === undefined ? listGrants(operation) : [options.grant];
  for (const grant of grants.length === 0 ? [undefined] : grants) {
    const held = await holdCredential(stage, operation, { ...options, grant });
    let tried = 0;
    for (const { body } of listBodies(stage, operation, record, index, accepts !== undefined)) {
      if (tried++ === mostBodies) break;
      const pieces: Pieces = {
        held,
        grant,
        record,
        body,
        choice: tried - 1,
        values: listPathValues(stage, operation, record, index),
        ...createParameters(stage, operation, index),
      };
      const request = composeRequest(stage, operation, pieces);
      const title = options.title ?? nameSuccess(operation);
      const response = await sendFor(stage, operation, request, { title, rank: options.rank ?? 0 });
      // A success that leads elsewhere has changed the record too.
      if (isSuccess(response)) return (await accepts?.(response)) === false ? undefined : { request, response, pieces };
      if (response.status === 401 || findCondition(response.condition ?? '')?.ofCaller === true) break;
      if (response.status === 501 || response.status === 405) return undefined;
    }
  }
  return undefined;
}

/** Returns the title of the success of an operation: its Meaning, else its name. */
export function nameSuccess({ meaning, name }: OperationPlan): string {
  return meaning === undefined || meaning === '' ? name : meaning;
}

/** Creates the records that the body and the path of an operation name, if there are none. */
async function ensureRefs(stage: Stage, operation: OperationPlan, record: StoredRecord | undefined): Promise<void> {
  const resource = findResource(stage.plan, operation.resource);
  const needed = new Set<string>();
  if (operation.input !== undefined) collectRefs(stage, operation.input, needed);
  for (const segment of operation.segments) {
    if (segment.kind === 'fixed' || segment.of !== 'parent' || record !== undefined) continue;
    const field = resource?.fields.find(({ name }) => name === segment.field);
    if (field?.schema.type === 'ref') needed.add(field.schema.resource);
  }
  const attributes = ['id', ...stage.plan.authentication.attributes.map(({ name }) => name)];
  const own = attributes.flatMap((name) => findCallerResource(stage, name) ?? []);
  if (listGrants(operation)[0]?.kind !== 'public') for (const name of own) needed.add(name);
  for (const name of needed) {
    if (name !== resource?.name || operation.kind !== 'create') await ensureRecord(stage, name);
  }
}

function collectRefs(stage: Stage, shape: InputShape, found: Set<string>): void {
  if (shape.kind === 'list') collectRefs(stage, shape.item, found);
  if (shape.kind === 'object') for (const member of shape.members) collectRefs(stage, member.shape, found);
  if (shape.kind !== 'value') return;
  const visit = (schema: typeof shape.schema, depth: number): void => {
    if (schema.type === 'ref') found.add(schema.resource);
    if (schema.type === 'list' || schema.type === 'map') visit(schema.item, depth);
    if (schema.type !== 'named' || depth > deepest) return;
    const { objects, unions } = stage.plan;
    const union = unions.find(({ name }) => name === schema.name);
    const names = union === undefined ? [schema.name] : union.cases.map(({ object }) => object);
    for (const object of objects.filter(({ name }) => names.includes(name))) {
      for (const member of object.members) visit(member.schema, depth + 1);
    }
  };
  visit(shape.schema, 0);
}

/** A record of a resource: the newest, or one that is created now; undefined if none can be. */
export async function ensureRecord(stage: Stage, resource: string): Promise<StoredRecord | undefined> {
  const known = stage.records.get(resource) ?? (await refresh(stage, resource));
  return known.at(-1) ?? createRecord(stage, resource);
}

/** Creates a record of a resource by an operation of the document; undefined if none can be created. */
export async function createRecord(
  stage: Stage,
  resource: string,
  options: AttemptOptions = {},
): Promise<StoredRecord | undefined> {
  if (stage.depth >= deepest) return undefined;
  stage.depth++;
  try {
    for (const operation of listCreators(stage, resource)) {
      const before = await refresh(stage, resource);
      const done = await attempt(stage, operation, options);
      const after = await refresh(stage, resource);
      if (done !== undefined && after.length > before.length) return after.at(-1);
    }
    return undefined;
  } finally {
    stage.depth--;
  }
}

/** The operations that may create a record of a resource: those of kind create, then replaces of new records, and handlers that take its fields. */
function listCreators({ plan }: Stage, resource: string): readonly OperationPlan[] {
  const served = plan.operations.filter(({ disabled }) => disabled !== true);
  const creates = served.filter((operation) => operation.kind === 'create' && operation.resource === resource);
  const handlers = served.filter(
    ({ kind, input, method, segments, resource: own }) =>
      kind === 'handler' &&
      method === 'POST' &&
      !segments.some((segment) => segment.kind === 'placeholder' && segment.of === 'own') &&
      (own === resource || (input !== undefined && JSON.stringify(input).includes(`"holder":"${resource}"`))),
  );
  const replaces = served.filter((operation) => operation.resource === resource).flatMap(toCreator);
  return [...creates.toSorted((left, right) => left.segments.length - right.segments.length), ...replaces, ...handlers];
}

/** Returns the create that a replace is which makes the record of its path. */
function toCreator(operation: OperationPlan): readonly OperationPlan[] {
  const { creation, responses, steps, exchange } = operation;
  if (creation === undefined) return [];
  const meaning = `${nameSuccess(operation)}, new`;
  return [{ ...creation, meaning, responses, steps, ...(exchange === undefined ? {} : { exchange }) }];
}
