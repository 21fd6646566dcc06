import { formatCurlCredential, placeCredential } from '../../describe/credential.ts';
import { createBody } from '../../describe/examples/body.ts';
import { getGapStatus } from '../../parts/registry.ts';
import { findCredential } from '../../plan/bodies/credential.ts';
import { getFileForm } from '../../plan/files/file-bodies.ts';
import { listSuccesses, type OperationPlan } from '../../plan/operation.ts';
import type { Plan, SchemePlan } from '../../plan/plan.ts';
import { findOnlyInitialState } from '../../plan/records/initial-states.ts';
import type { ResourcePlan } from '../../plan/resource.ts';
import type { AnswerShape, InputShape } from '../../plan/shape.ts';
import { findNamed } from '../../text/find-named.ts';

const wrongState = 'wrong state';

/** The facts of sample requests. */
export interface SampleRequestOptions {
  readonly plan: Plan;
  readonly address: string;
  /** A credential and its scheme, if the service requires one. */
  readonly credential?: { readonly scheme: SchemePlan; readonly key: string };
  /** `YYYY-MM-DD`: dates in examples are later. */
  readonly today: string;
}

/** Returns the JSON media type that the service accepts in requests, if any. */
function findJsonMediaType({ media }: Plan): string | undefined {
  return media.request.find((type) => /json$/.test(type) && !/patch\+json$/.test(type));
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
  // A service that requires a version describes it in its document.
  if (options.plan.versioning.placements[0]?.whenAbsent === 'refused') return { lines: [] };
  const session = options.credential === undefined ? createSessionSample(options) : undefined;
  if (session !== undefined) return { lines: session };
  const story = findJsonMediaType(options.plan) === undefined ? undefined : createTransitionSample(options);
  if (story !== undefined) return story;
  const readable = options.plan.operations.filter(
    (operation) =>
      operation.method === 'GET' &&
      operation.kind !== 'stream events' &&
      !operation.path.includes('{') &&
      isSimpleRequest(operation),
  );
  if (readable.length === 0) return { lines: createRecord(options) };
  return {
    lines: readable
      .slice(0, 3)
      .map((operation) => formatCurlLine(options, operation.method, operation.path, undefined)),
  };
}

/** The shell variable of the credential that a sign up issues. */
const issuedKey = '$key';

/** Returns the lines that sign up, and read what a caller reads with the credential that is issued; undefined if no caller can sign up. */
function createSessionSample(options: SampleRequestOptions): readonly string[] | undefined {
  const { plan } = options;
  const { schemes } = plan.authentication;
  const create = plan.operations.find((operation) => operation.issues !== undefined && isSimpleRequest(operation));
  const scheme = findNamed(schemes, create?.issues);
  const carried = scheme?.sentIn.find((place) => place.in !== 'cookie');
  if (create?.input === undefined || create.path.includes('{') || scheme === undefined || carried === undefined)
    return undefined;
  const body = createSampleBody(options, create.input, new Map(), create.resource ?? '');
  const shown = listSuccesses(create).map(({ shape }) => findCredential(shape)?.at(-1));
  if (body === undefined || shown[0] === undefined) return undefined;
  const take = `grep -o '"${shown[0]}":"[^"]*"' | head -1 | cut -d'"' -f4`;
  const reads = plan.operations.filter(
    (operation) =>
      (operation.kind === 'read' || operation.kind === 'list') &&
      !operation.path.includes('{') &&
      isSimpleRequest(operation) &&
      operation.access.grants.some(({ kind }) => kind === 'authenticated'),
  );
  const signedIn = { ...options, credential: { scheme: { ...scheme, sentIn: [carried] }, key: issuedKey } };
  return [
    `key=$(${formatCurlLine(options, 'POST', create.path, body)} | ${take})`,
    ...reads.slice(0, 2).map(({ method, path }) => formatCurlLine(signedIn, method, path, undefined)),
  ];
}

/** Returns the lines that create the first record for which at most three are enough. */
function createRecord(options: SampleRequestOptions): readonly string[] {
  if (findJsonMediaType(options.plan) === undefined) return [];
  for (const { name } of options.plan.resources) {
    const lines: string[] = [];
    if (make(options, name, new Map(), lines) && lines.length <= 3) return lines;
  }
  return [];
}

function createTransitionSample(options: SampleRequestOptions): SampleRequests | undefined {
  for (const operation of options.plan.operations) {
    if (operation.kind !== 'transition' || !isSimpleRequest(operation)) continue;
    const rejected = findRejection(options.plan, operation);
    if (rejected === undefined) continue;
    const made = new Map<string, string>();
    const lines: string[] = [];
    if (!make(options, operation.resource, made, lines) || lines.length > 2) continue;
    const body =
      operation.input === undefined ? undefined : createSampleBody(options, operation.input, made, operation.resource);
    if (operation.input !== undefined && body === undefined) continue;
    const path = operation.path.replace(/\{[^}]*\}/, `$${made.get(operation.resource)}`);
    if (!path.includes('{')) {
      return { lines: [...lines, formatCurlLine(options, operation.method, path, body)], rejected };
    }
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
function make(options: SampleRequestOptions, name: string, made: Map<string, string>, lines: string[]): boolean {
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
  const body = createSampleBody(options, create.input, made, name);
  if (body === undefined) return false;
  const variable = name.toLowerCase();
  const take = hasTextIdentity(resource)
    ? `grep -o '"${shown}":"[^"]*"' | head -1 | cut -d'"' -f4`
    : `grep -o '"${shown}":[0-9]*' | head -1 | cut -d: -f2`;
  lines.push(`${variable}=$(${formatCurlLine(options, 'POST', create.path, body)} | ${take})`);
  made.set(name, variable);
  return true;
}

function hasTextIdentity({ fields, identity }: ResourcePlan): boolean {
  return findNamed(fields, identity)?.storage === 'text';
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

function createSampleBody(
  options: SampleRequestOptions,
  input: InputShape,
  made: ReadonlyMap<string, string>,
  resource: string,
): string | undefined {
  const { plan, today } = options;
  const identity = (resource: string): string | undefined => {
    const variable = made.get(resource);
    const found = findNamed(plan.resources, resource);
    if (variable === undefined || found === undefined) return undefined;
    return hasTextIdentity(found) ? `\u0000${variable}\u0000` : `\u0000\u0000${variable}\u0000\u0000`;
  };
  const source = { plan, now: Date.parse(today), index: 0, identity };
  const value = createBody(source, input, { resource, wants: () => false });
  if (value === undefined) return undefined;
  const text = JSON.stringify(value).replaceAll("'", `'\\''`);
  const numbers = text.replaceAll(/"(?:\\u0000){2}(\w+)(?:\\u0000){2}"/g, `'"$$$1"'`);
  return `'${numbers.replaceAll(/\\u0000(\w+)\\u0000/g, `'"$$$1"'`)}'`;
}

/** Returns the curl command and the origin for a service. Over a Unix socket the host is irrelevant. */
export function resolveCurl(address: string): { readonly command: string; readonly origin: string } {
  const path = /^unix:(.*)$/s.exec(address)?.[1];
  if (path === undefined) return { command: 'curl', origin: address };
  const quoted = /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
  return { command: `curl --unix-socket ${quoted}`, origin: 'http://localhost' };
}

function formatCurlLine(options: SampleRequestOptions, method: string, path: string, body: string | undefined): string {
  const { command, origin } = resolveCurl(options.address);
  const words = [`${command} -s`];
  if (method !== 'GET' && !(method === 'POST' && body !== undefined)) words.push(`-X ${method}`);
  const { credential, plan } = options;
  const carried = credential?.scheme.sentIn[0];
  let address = `${origin}${plan.base.prefix}${path}`;
  if (credential !== undefined && carried !== undefined) {
    const placed = placeCredential(carried, credential.key);
    const option = formatCurlCredential(placed, (text) => (credential.key === issuedKey ? `"${text}"` : `'${text}'`));
    if (option === undefined) address += `?${placed.name}=${placed.value}`;
    else words.push(option);
  }
  if (body !== undefined) {
    words.push(`-H 'Content-Type: ${findJsonMediaType(plan)}' -d ${body}`);
  }
  words.push(/[$&?]/.test(address) ? `"${address}"` : address);
  return words.join(' ');
}
