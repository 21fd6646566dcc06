import { holdCredential } from '../../../describe/examples/callers.ts';
import type { Trial } from '../../../describe/examples/probes/probe.ts';
import type { OperationPlan } from '../../../plan/operation.ts';
import type { LimitPlan } from '../../../plan/plan.ts';
import type { Check } from '../../check.ts';
import { accepted, type Outcome, proven, unreached, violated } from '../../ledger/verdict.ts';
import type { Prover } from '../../prover.ts';
import { describeExpected, findExpected, isExpected } from '../../rejections.ts';
import type { Exchanged } from '../../world/exchanged.ts';

/** The maximum number of requests that are sent at once. */
const mostRequests = 200;
/** No longer wait is made for a window to end if the clock cannot be turned. */
const longest = 5_000;

/** A rate admits as many requests as it states, rejects the next, and admits more later; each caller has its own. */
export const rates: Check = {
  part: 'limits',
  name: 'rates',
  says: 'An operation with a rate limit is called until it is rejected, by another caller, and once more later.',
  cases: (prover) =>
    prover.plan.limits
      .filter(({ kind }) => kind === 'rate')
      .map((limit) => ({
        line: limit.line,
        about: `more requests than ${limit.name} allows`,
        run: () => exceed(prover, limit),
      })),
};

/** The requests that a limit has admitted since a moment at which nothing was used up, or later. */
interface Used {
  readonly begin: number;
  admitted: number;
}

const used = new WeakMap<LimitPlan, Used>();

async function exceed(prover: Prover, limit: LimitPlan): Promise<Outcome> {
  const { count = 0, milliseconds = 0, burst = count } = limit.value;
  if (limit.scopes !== undefined) return unreached('it is the limit of some callers');
  if (burst > mostRequests) return unreached(`it takes more than ${mostRequests} requests at once`);
  const operation = findOperation(prover, limit);
  if (operation === undefined) return unreached('no operation that reads a list or a record is limited by it');
  const { transport } = prover.ground;
  const trial = await prover.prepare(operation);
  if (typeof trial === 'string') return unreached(trial);
  // After a whole window without requests nothing is used up.
  const canWait = transport.turnsClock === true || milliseconds <= longest;
  const isFull = canWait && (await prover.ground.advance(milliseconds + 100));
  const known = used.get(limit);
  const session = known === undefined || isFull ? { begin: transport.now(), admitted: 0 } : known;
  used.set(limit, session);
  let rejected: Exchanged | undefined;
  let last: Exchanged | undefined;
  const fresh = await renew(prover, trial);
  for (let sent = 0; sent < burst + Math.ceil(burst / 5) + 5 && rejected === undefined; sent++) {
    last = await prover.send(fresh, {}, undefined, true);
    if (last.response.status === 429) rejected = last;
    else if (last.response.status < 400) session.admitted++;
    else if (session.admitted < burst) return unreached(`the service responded ${last.response.status}`);
    else rejected = last;
  }
  const elapsed = transport.now() - session.begin;
  const allowed = burst + (elapsed * count) / milliseconds;
  // Two clocks, and requests on their way, blur the edge.
  if (session.admitted > allowed + 2)
    return accepted(
      `the limit ${limit.name} admits at most ${Math.floor(allowed)} requests in ${Math.ceil(elapsed / 1000)} seconds`,
      last!,
      `${session.admitted} were admitted`,
    );
  if (rejected === undefined) return unreached('the requests took so long that all of them are admitted');
  const expected = findExpected(prover.plan, operation, ['rate limit'], limit.code);
  if (!isExpected(prover.plan, expected, rejected))
    return violated(
      `a request beyond ${limit.name} is rejected with ${describeExpected(expected)}`,
      String(rejected.response.status),
      rejected,
    );
  const isAlone = limit.per === 'credential' && operation.limits.length === 1;
  if (isFull && isAlone && session.admitted < burst)
    return violated(
      `the limit ${limit.name} admits ${burst} requests`,
      `only ${session.admitted} were admitted`,
      rejected,
    );
  const wait = rejected.response.headers['retry-after'];
  const saysWhen = prover.plan.limitHeaders.some((name) => name.toLowerCase() === 'retry-after');
  if (saysWhen && wait === undefined)
    return violated(`the rejection by ${limit.name} has the header Retry-After`, 'no such header', rejected);
  return (await judgeOther(prover, limit, fresh)) ?? (await judgeLater(prover, limit, fresh, Number(wait))) ?? proven;
}

/** The same request with a credential that is valid now: the wait may have ended it. */
async function renew({ ground }: Prover, trial: Trial): Promise<Trial> {
  if (trial.pieces.held === undefined) return trial;
  const held = await holdCredential(ground.stage, trial.operation, { grant: trial.pieces.grant });
  return { ...trial, pieces: { ...trial.pieces, held } };
}

/** A caller of another tenant has a limit of its own. */
async function judgeOther({ away }: Prover, { name, per }: LimitPlan, trial: Trial): Promise<Outcome | undefined> {
  const isOwn = per === 'credential' || typeof per === 'object';
  if (away === undefined || !isOwn) return undefined;
  const { operation } = trial;
  const held = await holdCredential(away.ground.stage, operation, { grant: trial.pieces.grant });
  if (held === undefined || held.text === trial.pieces.held?.text || operation.limits.length > 1) return undefined;
  const one = await away.send(trial, { held }, undefined, true);
  if (one.response.status !== 429) return undefined;
  return violated(`another caller has a limit ${name} of its own`, '429', one);
}

/** After the time that the rejection states a request is admitted. */
async function judgeLater(
  prover: Prover,
  { name }: LimitPlan,
  trial: Trial,
  seconds: number,
): Promise<Outcome | undefined> {
  const { ground } = prover;
  const milliseconds = seconds * 1000 + 300;
  if (!(milliseconds >= 300 && (ground.transport.turnsClock === true || milliseconds <= longest))) return undefined;
  if (!(await ground.advance(milliseconds))) return undefined;
  const one = await prover.send(await renew(prover, trial), {}, undefined, true);
  if (one.response.status !== 429) return undefined;
  return violated(`a request is admitted by ${name} after the ${seconds} seconds of Retry-After`, '429', one);
}

function findOperation(prover: Prover, { name }: LimitPlan): OperationPlan | undefined {
  return prover.operations
    .filter(({ method, limits }) => method === 'GET' && limits.includes(name))
    .toSorted(
      (left, right) => left.segments.length - right.segments.length || left.limits.length - right.limits.length,
    )[0];
}
