import type { OperationPlan } from '../../plan/operation.ts';
import { findSecondFactors } from '../../plan/records/second-factors.ts';
import { type KeptTotp, readKeptTotp } from '../../text/codes/kept-totp.ts';
import { computeCode, getTimeStep } from '../../text/codes/one-time-code.ts';
import type { Stage, StoredRecord } from './stage.ts';

/** The member of a body with a code of a second factor; without a value no factor counts yet, and the member is left out. */
export interface PlayedCode {
  readonly name: string;
  readonly value?: string;
}

/** Finds the code that a request for an operation sends; undefined for an operation without one. */
export function findCode(
  stage: Stage,
  operation: OperationPlan,
  record: StoredRecord | undefined,
): PlayedCode | undefined {
  const { session, presentCode } = operation;
  const code = presentCode ?? (session?.does === 'log in' ? session.code : undefined);
  const factors = findSecondFactors(stage.plan);
  const name = code?.path.at(-1);
  if (code === undefined || factors === undefined || name === undefined) return undefined;
  const { resource, holder, field } = factors.totp;
  const kept = (factor: StoredRecord | undefined): KeptTotp | undefined => {
    const text = factor?.[field];
    return typeof text === 'string' ? readKeptTotp(text) : undefined;
  };
  const identity = stage.plan.resources.find((candidate) => candidate.name === factors.of)?.identity ?? 'id';
  const own = (stage.records.get(resource.name) ?? []).filter(
    (factor) => record === undefined || factor[holder] === record[identity],
  );
  const found = code.of === 'factor' ? kept(record) : own.map(kept).findLast((known) => known?.step !== undefined);
  return { name, ...(found === undefined ? {} : { value: computeNext(found, getTimeStep(stage.world.now())) }) };
}

/** A code is accepted once, and so is that of the next time step. */
function computeNext({ secret, step = -1 }: KeptTotp, present: number): string {
  return computeCode(secret, Math.max(present, step + 1));
}
