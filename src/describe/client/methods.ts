import { getFileForm } from '../../plan/files/file-bodies.ts';
import type { OperationPlan } from '../../plan/operation.ts';
import type { WholePlan } from '../../plan/whole.ts';
import type { WireOperation } from '../wire/index.ts';
import { toPascal } from '../words.ts';
import { findOperationFacts, type OperationFacts } from './facts.ts';
import { type ClientResponse, findItems, listResponses, typeItem } from './responses.ts';
import type { ShapeWriter } from './shapes.ts';
import type { ClientMember, ClientType } from './type.ts';
import { isInt64, type TypeWriter, typeParameters } from './type.ts';

/** A method of a client, in the words of no language. */
export interface Method {
  /** The name of the operation as one word: `createInvoice`. */
  readonly id: string;
  readonly operation: OperationPlan;
  readonly facts: OperationFacts;
  /** The name of the type of its error codes. */
  readonly codes: string;
  /** The values of its path, in its order; a path may name a placeholder twice. */
  readonly placeholders: readonly ClientMember[];
  readonly body?: { readonly type: ClientType; readonly optional: boolean };
  readonly parameters: readonly ClientMember[];
  /** The name of the type of all parameters; left out: the operation has none. */
  readonly parametersType?: string;
  readonly preconditions: readonly { readonly header: 'If-Match' | 'If-None-Match'; readonly required: boolean }[];
  readonly hasIdempotency: boolean;
  readonly responses: readonly ClientResponse[];
  /** Of a list where a page has its records, and their type. */
  readonly items?: { readonly path: readonly string[]; readonly type: ClientType };
  /** Whether an argument other than the path is required. */
  readonly isMoreRequired: boolean;
  /** Its documentation from the document. */
  readonly doc: string;
  /** Whether its values include integers beyond 2^53. */
  readonly isWide: boolean;
}

/** Describes an operation as a method; declares the types of its body and its error codes. */
export function describeMethod(plan: WholePlan, wire: WireOperation, types: TypeWriter, shapes: ShapeWriter): Method {
  const { id, plan: operation } = wire;
  const owner = toPascal(id);
  const facts = findOperationFacts(plan, operation);
  const codes = types.reserve(`${owner}Code`);
  const all = [...new Set([...facts.codes.values()].flat())];
  types.add({
    kind: 'codes',
    name: codes,
    operation: operation.name,
    codes: [...all.filter((code) => code !== undefined), ...(all.includes(undefined) ? [undefined] : [])],
  });
  const { placeholders, parameters } = typeParameters(plan, operation, types);
  const body = describeBody(wire, owner, types, shapes);
  const isSparse = operation.parameters.some(({ mapsTo }) => mapsTo.kind === 'fields');
  const responses = listResponses(plan, wire, owner, shapes, isSparse);
  const parametersType = parameters.length === 0 ? undefined : types.reserve(`${owner}Parameters`);
  if (parametersType !== undefined) types.add({ kind: 'object', name: parametersType, members: parameters });
  const path = findItems(operation);
  const item = path && typeItem(wire, path, owner, shapes);
  const preconditions = operation.preconditions.map(({ header, required }) => ({ header, required }));
  return {
    id,
    operation,
    facts,
    codes,
    placeholders,
    ...(body === undefined ? {} : { body }),
    parameters,
    ...(parametersType === undefined ? {} : { parametersType }),
    preconditions,
    hasIdempotency: operation.idempotency !== undefined,
    responses,
    ...(path === undefined || item === undefined
      ? {}
      : { items: { path, type: isSparse ? { kind: 'partial', of: item } : item } }),
    isMoreRequired:
      body?.optional === false ||
      parameters.some(({ optional }) => !optional) ||
      preconditions.some(({ required }) => required),
    doc: describeOperation(plan, operation),
    isWide: hasWideValues(operation),
  };
}

/** Whether the method of an operation takes a body. */
export function takesBody({ kind, input, exchange }: OperationPlan): boolean {
  if (kind === 'issue token' || kind === 'revoke token') return true;
  return input !== undefined && (exchange?.requestTypes.length ?? 0) > 0;
}

function describeBody(
  { plan: operation, body }: WireOperation,
  owner: string,
  types: TypeWriter,
  shapes: ShapeWriter,
): Method['body'] {
  if (!takesBody(operation)) return undefined;
  if (body === undefined) {
    return {
      type: { kind: 'map', item: { kind: 'union', of: [{ kind: 'string' }, { kind: 'none' }] } },
      optional: false,
    };
  }
  if (getFileForm(operation.input) === 'content') return { type: { kind: 'file' }, optional: false };
  const name = types.reserve(`${owner}Body`);
  const type: ClientType = { kind: 'named', name };
  if (body.kind !== 'object') {
    types.add({ kind: 'alias', name, type: shapes.typeOf(body, owner) });
    return { type, optional: false };
  }
  // A member that cannot change is of no use to clients.
  const sent = shapes.typeOf({ ...body, members: body.members.filter(({ isReadOnly }) => isReadOnly !== true) }, owner);
  const members = sent.kind === 'object' ? sent.members : [];
  types.add({ kind: 'object', name, members });
  return { type, optional: members.every(({ optional }) => optional) };
}

function describeOperation(plan: WholePlan, operation: OperationPlan): string {
  const { method, path, meaning, description, name } = operation;
  const said = [meaning ?? '', ...(description ?? []).slice(0, 1).map(({ text }) => text)].filter(
    (text) => text !== '',
  );
  return `\`${method} ${plan.base.prefix}${path}\`: ${name}${said.length === 0 ? '.' : `: ${said.join(' ')}`}`;
}

function hasWideValues({ responses, parameters }: OperationPlan): boolean {
  return (
    responses.some(({ shape }) => shape !== undefined && JSON.stringify(shape).includes('"int64"')) ||
    parameters.some(({ schema }) => schema !== undefined && isInt64(schema))
  );
}
