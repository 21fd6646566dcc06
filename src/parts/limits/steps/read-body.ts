import type { StepDefinition, StepLine } from '../../../contracts/definition.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { Refusal } from '../../../contracts/refusal.ts';
import type { BodyFailure, RequestContext } from '../../../contracts/request-context.ts';
import type { Step } from '../../../contracts/step.ts';
import { formatPartName, getFileForm, listFileMembers } from '../../../plan/files/file-bodies.ts';
import { takesResumable, tusVersion } from '../../../plan/files/resumable.ts';
import type { OperationPlan } from '../../../plan/operation.ts';
import type { InputShape } from '../../../plan/shape.ts';
import { formatDuration } from '../../../text/numbers/duration.ts';
import { formatSize } from '../../../text/numbers/sizes.ts';
import { createFileReceiver } from '../../endpoints/serve/files/receive.ts';
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
    const { input } = facts.older?.operation ?? operation;
    const files = [...listFileLines(input), ...listResumableLines(operation, input)];
    if (getFileForm(input) === 'content') return [...files, ...listLimitLines(facts, bodySize).map(leaveOut)];
    const lines = [...listLimitLines(facts, bodySize), ...files];
    return operation.bodySize === undefined ? [...lines, serverBound] : lines;
  },
  create: createReader,
};

const serverBound = { words: 'read the body up to the maximum size of the server' };

/** Says which files are received, and refused. */
function listFileLines(input: InputShape | undefined): readonly StepLine[] {
  const isContent = getFileForm(input) === 'content';
  return listFileMembers(input).map(({ path, limits: { most, types } }) => ({
    words: `receive the file ${formatPartName(path)} of at most ${formatSize(most)}${types === undefined ? '' : ` and of type ${types.join(', ')}`}`,
    refusals: isContent
      ? [malformed, { condition: 'too large' }, { condition: 'unsupported media type' }, { condition: 'invalid input' }]
      : [malformed, { condition: 'invalid input' }],
    line: input!.line,
  }));
}

/** Says that the file may arrive in several requests, and how these are refused. */
function listResumableLines(operation: OperationPlan, input: InputShape | undefined): readonly StepLine[] {
  if (!takesResumable(operation, input)) return [];
  const { milliseconds, line } = operation.resumable!;
  const conditions = ['malformed request', 'not found', 'too large', 'unavailable'];
  return [
    {
      words: `receive it in several requests too (tus ${tusVersion}), within ${formatDuration(milliseconds)}`,
      refusals: conditions.map((condition) => ({ condition })),
      line,
    },
  ];
}

/** A limit of bodies counts no file: its field limits it. */
function leaveOut({ refusals: _, ...line }: StepLine): StepLine {
  return { ...line, words: 'count no file in the limit of bodies' };
}

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
  if (getFileForm((op.transform?.older ?? operation).input) !== undefined)
    return createFileReceiver(op, { bound: boundFor, tooSlow });
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
