import type { OperationPlan } from '../../../plan/operation.ts';
import type { LimitPlan } from '../../../plan/plan.ts';
import type { Check } from '../../check.ts';
import { type Outcome, proven, unreached, violated } from '../../ledger/verdict.ts';
import type { Prover } from '../../prover.ts';
import { describeExpected, findExpected, isExpected } from '../../rejections.ts';
import type { Exchanged } from '../../world/exchanged.ts';

/** The maximum number of requests that are sent at once. */
const mostRequests = 200;

/** A rate admits as many requests as it states, and rejects the next. */
export const rates: Check = {
  part: 'limits',
  name: 'rates',
  says: 'An operation with a rate limit is called until it is rejected.',
  cases: (prover) =>
    prover.plan.limits
      .filter(({ kind }) => kind === 'rate')
      .map((limit) => ({
        line: limit.line,
        about: `more requests than ${limit.name} allows`,
        run: () => exceed(prover, limit),
      })),
};

async function exceed(prover: Prover, limit: LimitPlan): Promise<Outcome> {
  const { count = 0, milliseconds = 0, burst = count } = limit.value;
  if (limit.scopes !== undefined) return unreached('it is the limit of some callers');
  if (burst > mostRequests) return unreached(`it takes more than ${mostRequests} requests at once`);
  const operation = findOperation(prover, limit);
  if (operation === undefined) return unreached('no operation that reads a list or a record is limited by it');
  const trial = await prover.prepare(operation);
  if (typeof trial === 'string') return unreached(trial);
  const begin = prover.ground.transport.now();
  let admitted = 0;
  let rejected: Exchanged | undefined;
  let last: Exchanged | undefined;
  for (let sent = 0; sent < burst + Math.ceil(burst / 5) + 5 && rejected === undefined; sent++) {
    last = await prover.send(trial, {}, undefined, true);
    if (last.response.status === 429) rejected = last;
    else if (last.response.status < 400) admitted++;
    else return unreached(`the service responded ${last.response.status}`);
  }
  const elapsed = prover.ground.transport.now() - begin;
  const allowed = burst + (elapsed * count) / milliseconds;
  if (rejected === undefined) {
    // Two clocks, and requests on their way, blur the edge.
    if (admitted <= allowed + 2) return unreached('the requests took so long that all of them are admitted');
    return violated(
      `the limit ${limit.name} admits at most ${Math.floor(allowed)} requests in ${Math.ceil(elapsed / 1000)} seconds`,
      `${admitted} were admitted`,
      last!,
    );
  }
  const expected = findExpected(prover.plan, operation, ['rate limit'], limit.code);
  if (!isExpected(prover.plan, expected, rejected))
    return violated(
      `a request beyond ${limit.name} is rejected with ${describeExpected(expected)}`,
      String(rejected.response.status),
      rejected,
    );
  const saysWhen = prover.plan.limitHeaders.some((name) => name.toLowerCase() === 'retry-after');
  if (saysWhen && rejected.response.headers['retry-after'] === undefined)
    return violated(`the rejection by ${limit.name} has the header Retry-After`, 'no such header', rejected);
  return proven;
}

function findOperation(prover: Prover, { name }: LimitPlan): OperationPlan | undefined {
  return prover.operations
    .filter(({ method, limits }) => method === 'GET' && limits.includes(name))
    .toSorted((left, right) => left.segments.length - right.segments.length)[0];
}
