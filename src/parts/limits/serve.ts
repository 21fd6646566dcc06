import type { BodyFailure, Given } from '../../steps/given.ts';
import type { Making } from '../../steps/maker.ts';
import type { Refusal } from '../../steps/refusal.ts';
import type { Step } from '../../steps/step.ts';
import { type Bound, scopedLimits, strictestOf } from './serve-bounds.ts';

const malformed: Refusal = { condition: 'malformed request' };
const tooSlow: Refusal = { condition: 'timed out', ceiling: 408 };

interface Stated {
  readonly line: number;
  readonly code?: string;
}

function beyond(condition: string, { line, code }: Stated): Refusal {
  return { condition, line, ...(code === undefined ? {} : { named: code }) };
}

interface BodyBound {
  readonly bytes: number;
  readonly refusal: Refusal;
}

/** Reads the body, no more of it than the limits of the operation, those of the caller's scopes and the host's ceiling allow. */
export function bodySizeStep(making: Making): Step | undefined {
  const { operation } = making;
  if (operation.input === undefined && (operation.method === 'GET' || operation.method === 'HEAD')) {
    return ({ incoming }) => (incoming.hasBody ? malformed : undefined);
  }
  const boundFor = bodyBounds(making);
  const settle = (given: Given, body: string | BodyFailure, { refusal }: BodyBound): Refusal | undefined => {
    if (typeof body === 'string') {
      if (body !== 'none' || given.incoming.hasBody) given.text = body;
      return undefined;
    }
    if (body.failure === 'too large') return refusal;
    return body.failure === 'timed out' ? tooSlow : malformed;
  };
  return (given) => {
    if (!given.incoming.hasBody) return undefined;
    const bound = boundFor(given);
    const body = given.incoming.body(bound.bytes);
    if (body instanceof Promise) return body.then((read) => settle(given, read, bound));
    return settle(given, body, bound);
  };
}

function bodyBounds({ plan, operation, ceilings }: Making): (given: Given) => BodyBound {
  const stated = operation.bodySize;
  const own: BodyBound =
    stated === undefined || stated.bytes > ceilings.bodyBytes
      ? { bytes: ceilings.bodyBytes, refusal: { condition: 'too large', ceiling: 413 } }
      : { bytes: stated.bytes, refusal: beyond('too large', stated) };
  const scoped = scopedLimits(plan, operation, 'body size').map((limit): Bound<BodyBound> => {
    const value = { bytes: Number(limit.value.bytes), refusal: beyond('too large', limit) };
    return { scopes: new Set(limit.scopes), value };
  });
  return strictestOf(own, scoped, ({ bytes }) => bytes);
}

/** How long an operation may take, in milliseconds, and how it is answered when that is over. */
export interface TimeBound {
  readonly milliseconds: number;
  readonly refusal: Refusal;
}

/** The times of an operation, the shortest first; the last holds for everybody. */
export function timeOutsOf({ plan, operation, ceilings }: Making): readonly Bound<TimeBound>[] {
  const stated = operation.timeOut;
  const own: TimeBound =
    stated === undefined || stated.milliseconds > ceilings.milliseconds
      ? { milliseconds: ceilings.milliseconds, refusal: { condition: 'timed out', ceiling: 503 } }
      : { milliseconds: stated.milliseconds, refusal: beyond('timed out', stated) };
  const scoped = scopedLimits(plan, operation, 'time-out').map((limit): Bound<TimeBound> => {
    const value = { milliseconds: Number(limit.value.milliseconds), refusal: beyond('timed out', limit) };
    return { scopes: new Set(limit.scopes), value };
  });
  return [
    ...scoped
      .filter(({ value }) => value.milliseconds < own.milliseconds)
      .sort((left, right) => left.value.milliseconds - right.value.milliseconds),
    { value: own },
  ];
}
