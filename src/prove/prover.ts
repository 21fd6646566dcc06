import { holdCredential, listGrants } from '../describe/examples/callers.ts';
import { composeRequest, type Pieces } from '../describe/examples/compose.ts';
import type { Trial } from '../describe/examples/probes/probe.ts';
import { attempt, createRecord, ensureRecord, type Succeeded } from '../describe/examples/records.ts';
import { prepareTrial } from '../describe/examples/refusals.ts';
import { refresh, type StoredRecord } from '../describe/examples/stage.ts';
import { namesRecord } from '../describe/examples/story.ts';
import { createTarget } from '../describe/examples/walk.ts';
import type { PlayedRequest } from '../describe/examples/world.ts';
import { describeWire, type Wire } from '../describe/wire/index.ts';
import { getFileForm } from '../plan/files/file-bodies.ts';
import { operationKinds } from '../plan/kinds.ts';
import type { OperationPlan } from '../plan/operation.ts';
import type { ResourcePlan } from '../plan/resource.ts';
import type { WholePlan } from '../plan/whole.ts';
import { findReader, listShownFields } from './values/shown.ts';
import type { Exchanged } from './world/exchanged.ts';
import { endsPerson } from './world/sessions.ts';
import type { Ground } from './world/world.ts';

/** The means of checks: requests that succeed, and changes of them. */
export interface Prover {
  readonly plan: WholePlan;
  readonly ground: Ground;
  readonly wire: Wire;
  /** The same means for callers of another tenant; undefined: this is theirs. */
  readonly away: Prover | undefined;
  /** The operations that the page shows and that requests can reach. */
  readonly operations: readonly OperationPlan[];
  /** How an operation succeeded, the first time that it is asked; a text says why it did not. */
  sample(operation: OperationPlan): Promise<Succeeded | string>;
  /** The pieces of a request like the one that succeeded, with a record of its own; a text says why there is none. */
  prepare(operation: OperationPlan): Promise<Trial | string>;
  /** Sends a request with some pieces put otherwise, or changed as a whole. */
  send(
    trial: Trial,
    other?: OtherPieces,
    change?: (request: PlayedRequest) => PlayedRequest,
    isRaw?: boolean,
  ): Promise<Exchanged>;
  /** The request that a trial sends. */
  compose(trial: Trial): PlayedRequest;
  /** Whether an unchanged request still succeeds: a rejection of a changed one then comes of the change. */
  succeeds(operation: OperationPlan): Promise<boolean>;
  /** A new record of a resource, or undefined. */
  create(resource: ResourcePlan): Promise<StoredRecord | undefined>;
  /** Reads a record by its read operation; undefined: there is none. */
  read(resource: ResourcePlan, record: StoredRecord): Promise<Exchanged | undefined>;
  /** The fields of a resource that its read operation shows. */
  shown(resource: ResourcePlan): ReadonlySet<string>;
  resource(name: string | undefined): ResourcePlan | undefined;
}

/** Pieces of a request; one that is undefined is left out. */
export type OtherPieces = Partial<{ [Name in keyof Pieces]: Pieces[Name] | undefined }>;

/** Creates the means of checks. */
export function createProver(ground: Ground): Prover {
  const { plan, stage } = ground;
  const samples = new Map<string, Promise<Succeeded | string>>();
  const shown = new Map<string, ReadonlySet<string>>();
  const resource = (name: string | undefined): ResourcePlan | undefined =>
    plan.resources.find((one) => one.name === name);
  let away: Prover | undefined;
  const prover: Prover = {
    plan,
    ground,
    get away() {
      if (away === undefined && ground.away !== undefined) away = createProver(ground.away);
      return away;
    },
    wire: describeWire(plan),
    operations: plan.operations.filter((operation) => isReachable(operation)),
    resource,
    sample(operation) {
      const known = samples.get(operation.name);
      if (known !== undefined) return known.then((done) => renew(ground, operation, done));
      const made = endsPerson(plan, operation)
        ? ground.freshly(() => succeed(prover, operation))
        : succeed(prover, operation);
      samples.set(operation.name, made);
      return made;
    },
    async prepare(operation) {
      const done = await prover.sample(operation);
      if (typeof done === 'string') return done;
      const prepared = (): Promise<Trial> => prepareTrial(stage, operation, done);
      const trial = endsPerson(plan, operation) ? await ground.freshly(prepared) : await prepared();
      // Only the values of a person log in.
      if (operation.session?.does === 'log in') trial.pieces = { ...trial.pieces, body: done.pieces.body };
      if (operation.record !== undefined) return nameOwn(prover, operation.record, trial);
      if (!namesRecord(operation) || trial.record !== undefined) return trial;
      return `no request of this run leads to ${describeTarget(operation)}`;
    },
    async send({ operation, pieces }, other = {}, change = (request) => request, isRaw = false) {
      const request = change(composeRequest(stage, operation, { ...pieces, ...other } as Pieces));
      return ground.send(request, { isRaw });
    },
    compose: ({ operation, pieces }) => composeRequest(stage, operation, pieces),
    async succeeds(operation) {
      const trial = await prover.prepare(operation);
      return typeof trial !== 'string' && (await prover.send(trial)).response.status < 400;
    },
    create: ({ name }) => createRecord(stage, name),
    async read(of, record) {
      const operation = findReader(plan.operations, of);
      if (operation === undefined) return undefined;
      const held = await holdCredential(stage, operation, { grant: listGrants(operation)[0] });
      return ground.send(composeRequest(stage, operation, { held, record }));
    },
    shown(of) {
      const known = shown.get(of.name) ?? listShownFields(findReader(plan.operations, of)?.responses[0]?.shape);
      shown.set(of.name, known);
      return known;
    },
  };
  return prover;
}

/** The same request with a credential of now: the first one may have ended since. */
async function renew(
  { plan, stage }: Ground,
  operation: OperationPlan,
  done: Succeeded | string,
): Promise<Succeeded | string> {
  if (typeof done === 'string') return done;
  const { held, grant } = done.pieces;
  if (held === undefined || endsPerson(plan, operation)) return done;
  const present = await holdCredential(stage, operation, { grant });
  return { ...done, pieces: { ...done.pieces, held: present ?? held } };
}

/** Operations on events and tokens have checks of their own; no check sends a file. */
function isReachable({ kind, disabled, input }: OperationPlan): boolean {
  return disabled !== true && operationKinds[kind].about === 'records' && getFileForm(input) === undefined;
}

/** The record of the caller, where a line Record says that the operation is about it; it may be one that no response has shown. */
function nameOwn({ ground }: Prover, path: string, trial: Trial): Trial {
  const { held } = trial.pieces;
  const caller = ground.known().find(({ text }) => text === held?.text);
  const id = caller?.attributes?.[path.replace(/^caller\./, '')];
  const record = ground.model
    .own()
    .find(
      (one) =>
        one.resource === trial.operation.resource &&
        id !== undefined &&
        one.record[trial.resource?.identity ?? 'id'] === id,
    )?.record;
  trial.record = record;
  trial.pieces = { ...trial.pieces, record };
  return trial;
}

function describeTarget({ resource, name }: OperationPlan): string {
  return `a ${resource ?? 'record'} to which \`${name}\` applies`;
}

/** Logs in as a person who is signed up first. */
async function succeedLogIn({ ground, plan }: Prover, operation: OperationPlan): Promise<Succeeded | string> {
  const { session } = operation;
  const scheme = plan.authentication.schemes.find(({ name }) => session?.does === 'log in' && name === session.scheme);
  if (scheme === undefined) return 'its scheme is not stated';
  await ground.stage.world.credential(scheme.name, { subject: '', scopes: [], attributes: {} }).catch(() => undefined);
  const body = (await ground.person(scheme.name))?.login;
  if (body === undefined) return 'no operation signs up a person who can log in';
  const request = composeRequest(ground.stage, operation, { body });
  const { response } = await ground.send(request);
  if (response.status >= 400) return `the service responded ${response.status}`;
  return { request, response, pieces: { body } };
}

async function succeed(prover: Prover, operation: OperationPlan): Promise<Succeeded | string> {
  const { stage } = prover.ground;
  if (operation.session?.does === 'log in') return succeedLogIn(prover, operation);
  const before = prover.ground.exchanges.length;
  const record = await findTarget(prover, operation);
  if (record === undefined && namesRecord(operation))
    return `no request of this run leads to ${describeTarget(operation)}`;
  const done = await attempt(stage, operation, { record });
  if (operation.resource !== undefined) await refresh(stage, operation.resource);
  if (done !== undefined) return done;
  const last = prover.ground.exchanges.slice(before).findLast((one) => one.operation === operation.name);
  if (last === undefined) return `no request for \`${operation.name}\` can be generated`;
  return `no request for \`${operation.name}\` that was tried succeeded: the last one got ${last.response.status}`;
}

async function findTarget(prover: Prover, operation: OperationPlan): Promise<StoredRecord | undefined> {
  const { stage } = prover.ground;
  const resource = prover.resource(operation.resource);
  if (resource === undefined || !namesRecord(operation)) return undefined;
  if (operation.kind === 'read' || operation.record !== undefined) return ensureRecord(stage, resource.name);
  return createTarget(stage, operation);
}
