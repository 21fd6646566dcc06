import type { OperationPlan } from '../../../plan/operation.ts';
import type { ResourcePlan } from '../../../plan/resource.ts';
import { present } from '../../../text/present.ts';
import type { WireCause } from '../../wire/errors.ts';
import { composeRequest, type Pieces } from '../compose.ts';
import type { Succeeded } from '../records.ts';
import { isSuccess, type Stage, type StoredRecord, sendFor } from '../stage.ts';
import { createTarget } from '../walk.ts';
import type { PlayedRequest, PlayedResponse } from '../world.ts';

/** A series of requests that try to cause the refusals of an operation. */
export interface Trial {
  readonly stage: Stage;
  readonly operation: OperationPlan;
  readonly resource: ResourcePlan | undefined;
  /** The pieces of a request that succeeds, with a record of its own; replaced after a request has changed the record. */
  pieces: Pieces;
  record: StoredRecord | undefined;
  /** How the operation succeeded, if it did. */
  readonly done: Succeeded | undefined;
  readonly wanted: readonly WireCause[];
}

/** Tries to bring about the refusals for a condition. */
export type Probe = (trial: Trial, condition: string) => Promise<void>;

/**
 * Sends the request of success with some pieces put otherwise, or changed as a whole. With `only`, a refusal for another condition is
 * not kept.
 */
export async function send(
  trial: Trial,
  other: Partial<{ [Name in keyof Pieces]: Pieces[Name] | undefined }>,
  title: string,
  change: (request: PlayedRequest) => PlayedRequest = (request) => request,
  only?: string,
): Promise<PlayedResponse> {
  const { stage, operation, pieces } = trial;
  const request = composeRequest(stage, operation, { ...pieces, ...other } as Pieces);
  const response = await sendFor(stage, operation, change(request), { title, rank: 1, ...present({ only }) });
  if (isSuccess(response) && trial.record !== undefined && operation.method !== 'GET') {
    trial.record = await createTarget(stage, operation);
    trial.pieces = { ...pieces, record: trial.record };
  }
  return response;
}

/** Whether a refusal for a condition, by one of its codes or a given one, has been seen. */
export function isSeen(
  { stage, operation }: Pick<Trial, 'stage' | 'operation'>,
  { condition, code = '' }: WireCause,
): boolean {
  return stage.exchanges.has([operation.name, true, condition, code].join('\n'));
}

/** Whether every refusal of an operation for a condition has been seen. */
export function areAllSeen(trial: Trial, condition: string): boolean {
  return trial.wanted.every((one) => one.condition !== condition || isSeen(trial, one));
}
