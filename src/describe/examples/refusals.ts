import { operationKinds } from '../../plan/kinds.ts';
import type { OperationPlan } from '../../plan/operation.ts';
import { listBodies } from './bodies.ts';
import { findResource } from './body.ts';
import { dropCredentials, holdCredential } from './callers.ts';
import type { Pieces } from './compose.ts';
import { createParameters, listPathValues } from './parameters.ts';
import { forbidden, invalidCredential, noCredential } from './probes/access.ts';
import { invalidInput } from './probes/input.ts';
import {
  malformed,
  notAcceptable,
  retiredVersion,
  tooLarge,
  unknownVersion,
  unsupportedMediaType,
  versionMissing,
} from './probes/message.ts';
import { areAllSeen, isSeen, type Probe, send, type Trial } from './probes/probe.ts';
import { broken, raised, wrongState } from './probes/states.ts';
import {
  gone,
  keyMissing,
  keyReused,
  notFound,
  notUnique,
  preconditionFailed,
  preconditionRequired,
  stillReferenced,
} from './probes/stored.ts';
import type { Succeeded } from './records.ts';
import type { Stage } from './stage.ts';
import { namesRecord } from './story.ts';
import { createTarget } from './walk.ts';
import { listWanted } from './wanted.ts';

/** The probe of each condition; probes that change nothing come first. */
const probes: Readonly<Record<string, Probe>> = {
  'no credential': noCredential,
  'invalid credential': invalidCredential,
  forbidden,
  'unknown version': unknownVersion,
  'version missing': versionMissing,
  'retired version': retiredVersion,
  'not acceptable': notAcceptable,
  'unsupported media type': unsupportedMediaType,
  'too large': tooLarge,
  'malformed request': malformed,
  'invalid input': invalidInput,
  'not found': notFound,
  'precondition failed': preconditionFailed,
  'precondition required': preconditionRequired,
  'idempotency key missing': keyMissing,
  'wrong state': wrongState,
  gone,
  'still referenced': stillReferenced,
  'idempotency key reused': keyReused,
  'not unique': notUnique,
  'raised by': raised,
  'rule broken': broken('rule broken'),
  'guard fails': broken('guard fails'),
};

/** Tries to bring about each refusal of an operation. */
export async function playRefusals(stage: Stage, operation: OperationPlan, done: Succeeded | undefined): Promise<void> {
  const trial = await prepareTrial(stage, operation, done);
  for (const [condition, probe] of Object.entries(probes)) {
    if (!trial.wanted.some((one) => one.condition === condition) || areAllSeen(trial, condition)) continue;
    await probe(trial);
  }
}

/** Prepares a request that would succeed, with a record of its own. */
export async function prepareTrial(
  stage: Stage,
  operation: OperationPlan,
  done: Succeeded | undefined,
): Promise<Trial> {
  const wanted = listWanted(stage.plan, operation, stage.version);
  const resource = findResource(stage.plan, operation.resource);
  const record = namesRecord(operation) ? await createTarget(stage, operation) : undefined;
  const grant = done?.pieces.grant;
  const anonymous = done !== undefined && done.pieces.held === undefined;
  const held = anonymous ? undefined : await holdCredential(stage, operation, { grant });
  const index = stage.count++;
  const isPlain = operationKinds[operation.kind].about !== 'records';
  const body = isPlain ? undefined : chooseBody(stage, operation, record, index, done);
  const pieces: Pieces = {
    held,
    record,
    ...(body === undefined ? {} : { body }),
    values: done?.pieces.values ?? listPathValues(stage, operation, record, index),
    ...createParameters(stage, operation, index),
  };
  return { stage, operation, resource, pieces, record, done, wanted };
}

/** A body like the one that succeeded, with other values. */
function chooseBody(
  stage: Stage,
  operation: OperationPlan,
  record: Trial['record'],
  index: number,
  done: Succeeded | undefined,
): unknown {
  let at = 0;
  for (const { body } of listBodies(stage, operation, record, index)) {
    if (at++ === (done?.pieces.choice ?? 0)) return body;
  }
  return done?.pieces.body;
}

/** Sends requests a day and two months later, for refusals that depend on the time. */
export async function playLater(stage: Stage, successes: ReadonlyMap<string, Succeeded>): Promise<void> {
  for (const days of [1, 60]) {
    const waiting: Trial[] = [];
    for (const operation of stage.plan.operations) {
      const conditions = listWanted(stage.plan, operation, stage.version).filter(({ condition }) =>
        late.has(condition),
      );
      if (operation.disabled === true || conditions.length === 0) continue;
      const done = successes.get(operation.name);
      if (conditions.every((one) => isSeen({ stage, operation }, one))) continue;
      waiting.push(await prepareTrial(stage, operation, done));
    }
    if (waiting.length === 0) return;
    await stage.world.advance(days * 86_400_000);
    dropCredentials(stage);
    for (const trial of waiting) {
      const held =
        trial.pieces.held && (await holdCredential(stage, trial.operation, { grant: trial.done?.pieces.grant }));
      await send(trial, { held }, days === 1 ? 'A day later' : `${days} days later`);
    }
  }
}

/** Conditions that time brings about. */
const late: ReadonlySet<string> = new Set(['guard fails', 'rule broken', 'wrong state']);
