import type { RequestMeter } from '../../contracts/meters.ts';
import type { OperationContext } from '../../contracts/operation-context.ts';
import type { MaybePromise } from '../../contracts/record.ts';
import type { Store } from '../../contracts/store.ts';
import { toBase64url } from '../../parts/endpoints/serve/lists/cursor.ts';
import { type Bound, holds } from '../../parts/limits/serve/bounds.ts';
import { type TimeBound, timeoutsOf } from '../../parts/limits/serve.ts';
import type { OperationSteps } from '../request.ts';
import { createUploadRunner } from '../uploads/upload-runner.ts';
import { createClaimedWork, createKeyedWork } from './idempotency.ts';
import type { ActiveRequest } from './request-context.ts';
import { createOperationRunner, type KeyedWork, type RequestResult, type RunnerDependencies } from './run.ts';

/** An operation that is ready to be run. */
export interface Opened {
  readonly name: string;
  readonly closed: boolean;
  readonly run: (ctx: ActiveRequest) => MaybePromise<RequestResult>;
  /** Runs the requests of its uploads in several requests; undefined if it takes none. */
  readonly upload?: (ctx: ActiveRequest) => Promise<RequestResult>;
  /** How long it may take, the shortest first; the last holds for everybody. */
  readonly times: readonly Bound<TimeBound>[];
  /** Counts its requests; undefined without metrics. */
  readonly meter: RequestMeter | undefined;
}

/** The dependencies of operations. */
export interface OpeningOperations {
  readonly store: Store;
  readonly now: () => number;
  readonly runDue: RunnerDependencies['runDue'];
  readonly meter: RequestMeter | undefined;
}

/** A reserved key is released this many milliseconds after the request's time is over. */
const afterTimeOut = 5_000;

/** Opens an operation with its steps. */
export function openOperation(op: OperationContext, steps: OperationSteps, opening: OpeningOperations): Opened {
  const { store, now, runDue, meter } = opening;
  const { refused } = op;
  const { keyed: around, shape } = steps;
  const times = timeoutsOf(op);
  const { milliseconds } = times.at(-1)!.value;
  const [first] = times;
  const timeOf =
    times.length === 1
      ? () => first!.value
      : (ctx: ActiveRequest): TimeBound => times.find((bound) => holds(bound, ctx))!.value;
  const createId = (): string => toBase64url(op.platform.random(12));
  const keyed: KeyedWork | undefined = around && {
    work: createKeyedWork(around, shape, refused),
    claimed: createClaimedWork(around, { store, now, createId, lease: milliseconds + afterTimeOut }, refused),
  };
  const { name, disabled } = op.operation;
  const closed = disabled === true || op.handled?.unwritten === true;
  const dependencies = { store, now, runDue, keyed, timeOf };
  const run = createOperationRunner(steps, dependencies);
  const { upload } = steps;
  if (upload === undefined) return { name, closed, run, times, meter };
  const complete = createOperationRunner({ ...steps, before: upload.before, inside: upload.inside }, dependencies);
  const uploading = { op, steps: upload, store, how: steps.how, now, run: async (ctx: ActiveRequest) => complete(ctx) };
  return { name, closed, run, upload: createUploadRunner(uploading), times, meter };
}
