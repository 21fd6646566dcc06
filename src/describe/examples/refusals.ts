import { findCondition, type Provocation } from '../../parts/registry.ts';
import { operationKinds } from '../../plan/kinds.ts';
import type { OperationPlan } from '../../plan/operation.ts';
import { listWanted } from '../wire/errors.ts';
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

/** The probe of each way to be refused; probes that change nothing come first. */
const probes: Readonly<Record<Provocation, Probe>> = {
  'leave out the credential': noCredential,
  'send an unknown credential': invalidCredential,
  'send the credential of another caller': forbidden,
  'name an unknown version': unknownVersion,
  'leave out the version': versionMissing,
  'name a retired version': retiredVersion,
  'accept no JSON': notAcceptable,
  'send another media type': unsupportedMediaType,
  'send a large body': tooLarge,
  'send half a body': malformed,
  'send wrong values': invalidInput,
  'name an unknown record': notFound,
  'send an old precondition': preconditionFailed,
  'leave out the precondition': preconditionRequired,
  'leave out the idempotency key': keyMissing,
  'use a record in another state': wrongState,
  'use a record that is gone': gone,
  'use a record that others refer to': stillReferenced,
  'repeat an idempotency key': keyReused,
  'repeat unique values': notUnique,
  'send it again': raised,
  'send extreme values': broken,
};

/** Tries to bring about each refusal of an operation. */
export async function playRefusals(stage: Stage, operation: OperationPlan, done: Succeeded | undefined): Promise<void> {
  const trial = await prepareTrial(stage, operation, done);
  const wanted = [...new Set(trial.wanted.map(({ condition }) => condition))];
  for (const [provocation, probe] of Object.entries(probes)) {
    for (const condition of wanted.filter((one) => findCondition(one)?.provokedBy === provocation)) {
      if (!areAllSeen(trial, condition)) await probe(trial, condition);
    }
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
      const conditions = listWanted(stage.plan, operation, stage.version).filter(
        ({ condition }) => findCondition(condition)?.comesWithTime === true,
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
