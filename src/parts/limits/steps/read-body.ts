import type { StepDefinition } from '../../../contracts/definition.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { Refusal } from '../../../contracts/refusal.ts';
import type { BodyFailure, RequestContext } from '../../../contracts/request-context.ts';
import type { Step } from '../../../contracts/step.ts';
import type { OperationPlan } from '../../../plan/operation.ts';
import { bodySize } from '../kinds/body-size.ts';
import { type Bound, collectScopedBounds, createStrictestBound } from '../serve/bounds.ts';
import { listLimitLines } from '../serve/lines.ts';
import { createExceededRefusal } from '../serve.ts';

const malformed = { condition: 'malformed request' } satisfies Refusal;
const tooSlow: Refusal = { condition: 'timed out', plainStatus: 408 };

/** Reads the body up to the lowest limit: of the operation, of the caller's scopes, or of the server. */
export const readBody: StepDefinition = {
  plan(facts) {
    const { operation } = facts;
    if (hasNone(operation)) return [{ words: 'reject a body', refusals: [malformed] }];
    const lines = listLimitLines(facts, bodySize);
    return operation.bodySize === undefined ? [...lines, serverBound] : lines;
  },
  create: createReader,
};

const serverBound = { words: 'read the body up to the maximum size of the server' };

function hasNone({ input, method }: OperationPlan): boolean {
  return input === undefined && (method === 'GET' || method === 'HEAD');
}

interface BodyBound {
  readonly bytes: number;
  readonly refusal: Refusal;
}

function createReader(op: OperationContext): Step {
  const { operation } = op;
  if (hasNone(operation)) {
    return ({ incoming }) => (incoming.hasBody ? malformed : undefined);
  }
  const boundFor = createBodyBoundSelector(op);
  const settle = (ctx: RequestContext, body: string | BodyFailure, { refusal }: BodyBound): Refusal | undefined => {
    if (typeof body === 'string') {
      if (body !== 'none' || ctx.incoming.hasBody) ctx.text = body;
      return undefined;
    }
    if (body.failure === 'too large') return refusal;
    return body.failure === 'timed out' ? tooSlow : malformed;
  };
  return (ctx) => {
    if (!ctx.incoming.hasBody) return undefined;
    const bound = boundFor(ctx);
    const body = ctx.incoming.body(bound.bytes);
    if (body instanceof Promise) return body.then((read) => settle(ctx, read, bound));
    return settle(ctx, body, bound);
  };
}

function createBodyBoundSelector({
  plan,
  operation,
  serverLimits,
}: OperationContext): (ctx: RequestContext) => BodyBound {
  const stated = operation.bodySize;
  const own: BodyBound =
    stated === undefined || stated.bytes > serverLimits.maxBodySize
      ? { bytes: serverLimits.maxBodySize, refusal: { condition: 'too large', plainStatus: 413 } }
      : { bytes: stated.bytes, refusal: createExceededRefusal('too large', stated) };
  const scoped = collectScopedBounds(plan, operation, bodySize).map((limit): Bound<BodyBound> => {
    const value = { bytes: limit.value.bytes!, refusal: createExceededRefusal('too large', limit) };
    return { scopes: new Set(limit.scopes), value };
  });
  return createStrictestBound(own, scoped, ({ bytes }) => bytes);
}
