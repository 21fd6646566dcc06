import { createBody } from '../../describe/examples/body.ts';
import { getGapStatus } from '../../parts/registry.ts';
import { findCredential } from '../../plan/bodies/credential.ts';
import { getFileForm } from '../../plan/files/file-bodies.ts';
import { listSuccesses, type OperationPlan } from '../../plan/operation.ts';
import type { Plan } from '../../plan/plan.ts';
import { findOnlyInitialState } from '../../plan/records/initial-states.ts';
import type { ResourcePlan } from '../../plan/resource.ts';
import type { Json } from '../../plan/schema.ts';
import type { AnswerShape, InputShape } from '../../plan/shape.ts';
import { findNamed } from '../../text/find-named.ts';
import { quoteWord } from '../shared/quote.ts';

const wrongState = 'wrong state';

/** The facts of sample requests. */
export interface SampleRequestOptions {
  readonly plan: Plan;
  /** The words before the operation: `nonet call invoices.md`. */
  readonly command: string;
  /** Callers have a credential. */
  readonly hasKey: boolean;
  /** `YYYY-MM-DD`: dates in examples are later. */
  readonly today: string;
}

/** Shell lines that send requests, and why the last one is rejected, if it is. */
export interface SampleRequests {
  readonly lines: readonly string[];
  readonly rejected?: RejectedTransition;
}

/** A transition that the state table does not allow in the initial state. */
export interface RejectedTransition {
  readonly operation: string;
  readonly state: string;
  readonly status: number;
  /** The first row of the transition in the document. */
  readonly line: number;
}

/**
 * Returns at most three shell lines: they create records and try a transition that the initial state rejects. If there is no
 * such transition, they read lists; without lists they create a record.
 */
export function createSampleRequests(options: SampleRequestOptions): SampleRequests {
  const session = options.hasKey ? undefined : createSessionSample(options);
  if (session !== undefined) return { lines: session };
  const story = createTransitionSample(options);
  if (story !== undefined) return story;
  const readable = options.plan.operations.filter(
    (operation) =>
      operation.method === 'GET' &&
      operation.kind !== 'stream events' &&
      !operation.path.includes('{') &&
      isSimpleRequest(operation),
  );
  if (readable.length === 0) return { lines: createRecord(options) };
  return { lines: readable.slice(0, 3).map((operation) => formatCall(options, operation)) };
}

/** Returns the lines that sign up, and read what a caller reads with the credential that is issued; undefined if no caller can sign up. */
function createSessionSample(options: SampleRequestOptions): readonly string[] | undefined {
  const create = options.plan.operations.find(({ issues }) => issues !== undefined);
  if (create?.input === undefined || create.path.includes('{') || !isSimpleRequest(create)) return undefined;
  const words = listWords(options, create.input, new Set(), create.resource ?? '');
  const shown = findCredential(listSuccesses(create)[0]?.shape)?.at(-1);
  if (words === undefined || shown === undefined) return undefined;
  const reads = options.plan.operations.filter(
    (operation) =>
      (operation.kind === 'read' || operation.kind === 'list') &&
      !operation.path.includes('{') &&
      isSimpleRequest(operation) &&
      operation.access.grants.some(({ kind }) => kind === 'authenticated'),
  );
  return [
    formatCall(options, create, words),
    `export NONET_KEY=…  # the ${shown} of the response`,
    ...reads.slice(0, 2).map((operation) => formatCall(options, operation)),
  ];
}

/** Returns the lines that create the first record for which at most three are enough. */
function createRecord(options: SampleRequestOptions): readonly string[] {
  for (const { name } of options.plan.resources) {
    const lines: string[] = [];
    if (make(options, name, new Set(), lines) && lines.length <= 3) return lines;
  }
  return [];
}

function createTransitionSample(options: SampleRequestOptions): SampleRequests | undefined {
  for (const operation of options.plan.operations) {
    if (operation.kind !== 'transition' || !isSimpleRequest(operation)) continue;
    const rejected = findRejection(options.plan, operation);
    if (rejected === undefined) continue;
    const { identity } = findNamed(options.plan.resources, operation.resource)!;
    const made = new Set<string>();
    const lines: string[] = [];
    if (!make(options, operation.resource, made, lines) || lines.length > 2) continue;
    const words = operation.input === undefined ? [] : listWords(options, operation.input, made, operation.resource);
    // The record of the path is the last one.
    const isOfLast = operation.segments.every(
      (segment) => segment.kind === 'fixed' || (segment.of === 'own' && segment.field === identity),
    );
    if (words === undefined || !isOfLast) continue;
    return { lines: [...lines, formatCall(options, operation, words)], rejected };
  }
  return undefined;
}

/** Returns whether a request needs nothing but its path and its body. */
function isSimpleRequest({ disabled, input, parameters, idempotency, preconditions }: OperationPlan): boolean {
  const asks = [...parameters, ...(idempotency === undefined ? [] : [idempotency]), ...preconditions];
  return disabled !== true && getFileForm(input) === undefined && !asks.some(({ required }) => required);
}

/** Returns the row and the status by which the initial state rejects the transition; undefined if it does not. */
function findRejection(plan: Plan, operation: OperationPlan<'transition'>): RejectedTransition | undefined {
  const resource = findNamed(plan.resources, operation.resource);
  for (const machine of resource?.machines ?? []) {
    const state = findOnlyInitialState(machine);
    const rows = machine.transitions.filter((row) => row.name === operation.verb);
    if (state === undefined || rows.length === 0 || rows.some((row) => row.from.includes(state))) continue;
    const refusals = operation.steps.flatMap((step) => step.refusals ?? []);
    const code = refusals.find(({ condition }) => condition === wrongState)?.code;
    const status = plan.errors.codes.find((candidate) => candidate.code === code)?.status ?? getGapStatus(wrongState);
    return { operation: operation.name, state, status, line: rows[0]!.line };
  }
  return undefined;
}

/** Adds the line that creates a record, after those for the records that it references. */
function make(options: SampleRequestOptions, name: string, made: Set<string>, lines: string[]): boolean {
  if (made.has(name)) return true;
  const { plan } = options;
  const resource = findNamed(plan.resources, name);
  const create = plan.operations.find(
    (operation) => operation.kind === 'create' && operation.resource === name && operation.method === 'POST',
  );
  if (resource === undefined || create?.input === undefined || create.path.includes('{')) return false;
  const shown = findResponseField(listSuccesses(create)[0]?.shape, resource.identity);
  if (shown === undefined || !isSimpleRequest(create)) return false;
  for (const needed of listRequiredRefs(resource, create.input)) {
    if (needed === name || !make(options, needed, made, lines)) return false;
  }
  const words = listWords(options, create.input, made, name);
  if (words === undefined) return false;
  lines.push(formatCall(options, create, words));
  made.add(name);
  return true;
}

/** Returns the name of the response field that shows a field of the record, outermost first. */
function findResponseField(shape: AnswerShape | undefined, field: string): string | undefined {
  if (shape?.kind !== 'object') return undefined;
  const own = shape.members.find((member) => member.shape.kind === 'field' && member.shape.path.join('.') === field);
  if (own !== undefined) return own.name;
  return shape.members.map((member) => findResponseField(member.shape, field)).find((name) => name !== undefined);
}

function listRequiredRefs(resource: ResourcePlan, input: InputShape): string[] {
  if (input.kind !== 'object') return [];
  return input.members.flatMap((member) => {
    const schema = findNamed(resource.fields, member.field)?.schema;
    return member.required && schema?.type === 'ref' ? [schema.resource] : [];
  });
}

/** In the place of the identity of a record that an earlier line creates. */
const lastRecord = '\u0000last';

/** Returns the words that give the required members of a body their values; undefined if one of them cannot be made. */
function listWords(
  { plan, today }: SampleRequestOptions,
  input: InputShape,
  made: ReadonlySet<string>,
  resource: string,
): readonly string[] | undefined {
  const identity = (name: string): string | undefined => (made.has(name) ? lastRecord : undefined);
  const source = { plan, now: Date.parse(today), index: 0, identity };
  const value = createBody(source, input, { resource, wants: () => false });
  return value === undefined ? undefined : listAssignments(value, []);
}

function listAssignments(value: Json, path: readonly string[]): readonly string[] {
  if (typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0)
    return Object.entries(value).flatMap(([name, member]) => listAssignments(member, [...path, name]));
  return [`${path.join('.')}=${formatValue(value)}`];
}

function formatValue(value: Json): string {
  if (value === lastRecord) return '@last';
  if (typeof value === 'string') return quoteWord(value.startsWith('@') ? `@${value}` : value);
  return typeof value === 'object' && value !== null ? '@example' : String(value);
}

function formatCall({ command }: SampleRequestOptions, { name }: OperationPlan, words: readonly string[] = []): string {
  return [command, name, ...words].join(' ');
}
