import { limitKind } from '../../parts/registry.ts';
import type { OperationPlan } from '../../plan/operation.ts';
import type { LimitPlan } from '../../plan/plan.ts';
import { dropCredentials, holdCredential } from './callers.ts';
import { composeRequest } from './compose.ts';
import type { Trial } from './probes/probe.ts';
import { createRecord } from './records.ts';
import { type Stage, sendFor } from './stage.ts';
import type { PlayedRequest } from './world.ts';

/** The highest number of requests that are sent to reach a limit. */
const mostRequests = 400;
const mostAtOnce = 60;

/** Reaches the limits that few requests reach, and shows what operations answer then. `prepare` composes what an operation takes. */
export async function playLimits(stage: Stage, prepare: (operation: OperationPlan) => Promise<Trial>): Promise<void> {
  for (const limit of stage.plan.limits) {
    const served = stage.plan.operations.filter(
      ({ name, disabled }) => disabled !== true && limit.operations.includes(name),
    );
    const count = limit.value.burst ?? limit.value.count ?? Number.POSITIVE_INFINITY;
    if (limitKind(limit.kind)?.counts === 'records') await fillQuota(stage, limit, count);
    else if (served.length > 0) await reachLimit(stage, limit, count, served, prepare);
  }
}

async function fillQuota(stage: Stage, { resource, name }: LimitPlan, count: number): Promise<void> {
  if (resource === undefined || count > mostAtOnce) return;
  for (let i = 0; i <= count; i++) {
    const title = `The limit ${name} is reached`;
    if ((await createRecord(stage, resource, { title })) === undefined) return;
  }
}

async function reachLimit(
  stage: Stage,
  limit: LimitPlan,
  count: number,
  served: readonly OperationPlan[],
  prepare: (operation: OperationPlan) => Promise<Trial>,
): Promise<void> {
  const kind = limitKind(limit.kind);
  const isConcurrent = kind?.whileRunning === true;
  if (count > (isConcurrent ? mostAtOnce : mostRequests)) return;
  const title = `The limit ${limit.name}${isConcurrent ? ': too many at once' : ' is reached'}`;
  const requests: (readonly [OperationPlan, PlayedRequest])[] = [];
  for (const operation of served)
    requests.push([operation, await composeFor(stage, operation, await prepare(operation))]);
  const cheap =
    requests.find(([{ kind }]) => kind === 'read') ?? requests.find(([{ kind }]) => kind === 'list') ?? requests[0]!;
  if (isConcurrent) {
    const slow = requests.find(([, { text, body }]) => text !== undefined || body !== undefined) ?? cheap;
    for (const [operation, request] of requests) {
      const others = Array.from({ length: count }, () => stage.world.send(slow[1]));
      await Promise.all([...others, sendFor(stage, operation, request, { title, rank: 1 })]);
    }
    return;
  }
  for (let i = 0; i <= count; i++) {
    const { condition } = await stage.world.send(cheap[1]);
    if (condition === kind?.condition) break;
  }
  for (const [operation, request] of requests) await sendFor(stage, operation, request, { title, rank: 1 });
  await stage.world.advance((limit.value.milliseconds ?? 60_000) + 1000);
  dropCredentials(stage);
}

/** The request of one caller who may do everything: limits are counted for each caller. */
async function composeFor(stage: Stage, operation: OperationPlan, { pieces, done }: Trial): Promise<PlayedRequest> {
  if (operation.kind === 'issue token' || operation.kind === 'revoke token')
    return done?.request ?? composeRequest(stage, operation, pieces);
  const { scopes } = stage.plan.authentication;
  const held = pieces.held === undefined ? undefined : await holdCredential(stage, operation, { scopes });
  return composeRequest(stage, operation, { ...pieces, held: held ?? pieces.held });
}
