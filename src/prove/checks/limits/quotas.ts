import type { OperationPlan } from '../../../plan/operation.ts';
import type { LimitPlan } from '../../../plan/plan.ts';
import type { ResourcePlan } from '../../../plan/resource.ts';
import type { Case, Check } from '../../check.ts';
import { type Outcome, proven, unreached, violated } from '../../ledger/verdict.ts';
import type { Prover } from '../../prover.ts';
import { describeExpected, findExpected, isExpected } from '../../rejections.ts';

/** The maximum number of records that are created for a quota. */
const mostRecords = 300;

/** As many records are kept as a quota allows, and no more. */
export const quotas: Check = {
  part: 'limits',
  name: 'quotas',
  says: 'Records are created until a quota rejects the next one.',
  cases: (prover) =>
    prover.plan.limits.flatMap((limit): readonly Case[] => {
      const resource = prover.resource(limit.resource);
      const operation = prover.operations.find(({ kind, resource: of }) => kind === 'create' && of === resource?.name);
      const { count } = limit.value;
      if (resource === undefined || operation === undefined || count === undefined) return [];
      return [
        {
          line: limit.line,
          about: `more records than ${limit.name} allows`,
          run: () => fill(prover, operation, resource, limit, count),
        },
      ];
    }),
};

async function fill(
  prover: Prover,
  operation: OperationPlan,
  resource: ResourcePlan,
  limit: LimitPlan,
  count: number,
): Promise<Outcome> {
  if (limit.scopes !== undefined) return unreached('it is the limit of some callers');
  if (count > mostRecords) return unreached(`it takes more than ${mostRecords} records`);
  const { ground } = prover;
  // Clients of older versions have made some too.
  const models = [ground, ...(ground.older?.values() ?? [])].map(({ model }) => model);
  const own = (): number =>
    models.reduce((sum, model) => sum + model.own().filter((one) => one.resource === resource.name).length, 0);
  const expected = findExpected(prover.plan, operation, ['quota'], limit.code);
  for (let times = 0; times <= count; times++) {
    const trial = await prover.prepare(operation);
    if (typeof trial === 'string') return unreached(trial);
    const one = await prover.send(trial);
    const { status } = one.response;
    if (status < 400) {
      if (own() <= count) continue;
      return violated(`the quota ${limit.name} keeps at most ${count}`, `${own()} records of this run`, one);
    }
    // Fewer of this run may fill it: others have made some.
    if (own() > count)
      return violated(`the quota ${limit.name} keeps at most ${count}`, `${own()} records of this run`, one);
    if (isExpected(prover.plan, { ...expected, isOpen: false }, one)) return proven;
    if (own() < count) return unreached(`the service responded ${status}`);
    if (isExpected(prover.plan, expected, one)) return proven;
    return violated(
      `one more than ${limit.name} allows is rejected with ${describeExpected(expected)}`,
      String(status),
      one,
    );
  }
  return unreached('the quota was not reached');
}
