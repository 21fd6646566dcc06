import type { OperationPlan, SegmentPlan } from '../../plan/operation.ts';
import type { Plan } from '../../plan/plan.ts';
import { placeCredential } from '../credential.ts';
import { formType, writeFormBody } from '../form-body.ts';
import { findRequestType, nameVersion } from '../requests.ts';
import { findResource } from './body.ts';
import type { Held, Stage, StoredRecord } from './stage.ts';
import { nameValue } from './values/words.ts';
import type { PlayedRequest } from './world.ts';

/** The pieces of a request. */
export interface Pieces {
  readonly held?: Held | undefined;
  /** The grant for which the credential was made. */
  readonly grant?: OperationPlan['access']['grants'][number] | undefined;
  /** The record that its path names. */
  readonly record?: StoredRecord | undefined;
  /** Values of placeholders that no record gives, by their names. */
  readonly values?: Readonly<Record<string, string>>;
  readonly query?: readonly (readonly [name: string, value: string])[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Which of the bodies that were tried it is. */
  readonly choice?: number;
  /** The body as it is sent, whatever it is. */
  readonly text?: string;
}

/** A request for an operation. */
export function composeRequest(stage: Stage, operation: OperationPlan, pieces: Pieces): PlayedRequest {
  const { plan } = stage;
  const query = [...(pieces.query ?? [])];
  const headers: Record<string, string> = {};
  if (pieces.body !== undefined || pieces.text !== undefined)
    headers['content-type'] = findRequestType(operation) ?? 'application/json';
  carryCredential(pieces.held, headers, query);
  const prefix = addVersion(stage, headers, query);
  Object.assign(headers, pieces.headers);
  const path = operation.segments.map((segment) => fillSegment(stage, operation, segment, pieces)).join('/');
  const search = query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');
  const slash = operation.path.endsWith('/') && operation.path !== '/' ? '/' : '';
  return {
    method: operation.method,
    path: `${plan.base.prefix}${prefix}/${path}${slash}${search === '' ? '' : `?${search}`}`,
    headers,
    ...(pieces.body === undefined ? {} : encodeBody(pieces.body, headers['content-type'])),
    ...(pieces.text === undefined ? {} : { text: pieces.text }),
  };
}

function encodeBody(body: unknown, type = ''): Pick<PlayedRequest, 'body' | 'text'> {
  if (!type.includes(formType) || typeof body !== 'object') return { body };
  // A value that no form can carry is left out: the response shows that of the rest.
  return { body, text: writeFormBody(body).text };
}

/** Puts a credential where its scheme carries it. */
export function carryCredential(
  held: Held | undefined,
  headers: Record<string, string>,
  query: (readonly [string, string])[],
): void {
  const place = held?.scheme.sentIn[0];
  if (held === undefined || place === undefined) return;
  const { name, value } = placeCredential(place, held.text);
  if (place.in === 'query') query.push([name, value]);
  else if (place.in === 'cookie') headers.cookie = `${name}=${value}`;
  else headers[name.toLowerCase()] = value;
}

/** Names the version of a request if it must be named; returns the prefix of its path. */
function addVersion(stage: Stage, headers: Record<string, string>, query: (readonly [string, string])[]): string {
  const { placements, versions } = stage.plan.versioning;
  const current = versions.find(({ status }) => status === 'current') ?? versions[0];
  const version = stage.version ?? (placements[0]?.whenAbsent === 'current' ? undefined : current?.name);
  const named = nameVersion(stage.plan, version);
  if (named.query !== undefined) query.push([named.query.name, named.query.value]);
  if (named.header !== undefined) headers[named.header.name.toLowerCase()] = named.header.value;
  if (named.accept !== undefined) headers.accept = named.accept;
  return named.prefix;
}

function fillSegment(stage: Stage, operation: OperationPlan, segment: SegmentPlan, pieces: Pieces): string {
  if (segment.kind === 'fixed') return encodeSegment(segment.text);
  const given = pieces.values?.[segment.name];
  if (given !== undefined) return encodeURIComponent(given);
  const value =
    segment.of === 'input' ? undefined : findPlaceholder(stage.plan, stage, operation, segment, pieces.record);
  return encodeURIComponent(String(value ?? nameValue(segment.name, operation.resource, 0)));
}

/** Fixed text may hold several segments, and characters that a path takes as they are. */
function encodeSegment(text: string): string {
  return text.replace(/^\/|\/$/g, '');
}

/** The value of a placeholder: a field of the record, or of the record that it belongs to. */
function findPlaceholder(
  plan: Plan,
  stage: Stage,
  operation: OperationPlan,
  segment: Extract<SegmentPlan, { readonly kind: 'placeholder' }>,
  record: StoredRecord | undefined,
): unknown {
  if (segment.of !== 'parent') return record?.[segment.field];
  const field = findResource(plan, operation.resource)?.fields.find(({ name }) => name === segment.field);
  if (field?.schema.type !== 'ref') return undefined;
  const parent = findResource(plan, field.schema.resource);
  const parents = stage.records.get(field.schema.resource) ?? [];
  const identity = record?.[segment.field];
  const found =
    identity === undefined ? parents.at(-1) : parents.find((candidate) => candidate[parent!.identity] === identity);
  return found?.[segment.by ?? parent!.identity];
}
