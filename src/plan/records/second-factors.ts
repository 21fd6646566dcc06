import { memo } from '../../text/memo.ts';
import type { Plan } from '../plan.ts';
import type { ResourcePlan, SecondFactorPlan } from '../resource.ts';

/** A resource of second factors. */
export interface FactorResource extends SecondFactorPlan {
  readonly resource: ResourcePlan;
}

/** The second factors of the records of one resource, which log in. */
export interface SecondFactorsPlan {
  /** The resource whose records log in. */
  readonly of: string;
  readonly totp: FactorResource;
  readonly recovery: FactorResource | undefined;
}

/** Returns the second factors of a plan. */
export function findSecondFactors({ resources }: Pick<Plan, 'resources'>): SecondFactorsPlan | undefined {
  return find(resources);
}

/** Returns the resource whose records are the recovery codes of the records of another one, which log in: one or none. */
export function listRecoveryCodes(plan: Pick<Plan, 'resources'>, of: string): readonly string[] {
  const factors = findSecondFactors(plan);
  return factors?.of === of && factors.recovery !== undefined ? [factors.recovery.resource.name] : [];
}

const find = memo((resources: readonly ResourcePlan[]): SecondFactorsPlan | undefined => {
  const all = resources.flatMap((resource): readonly FactorResource[] =>
    resource.secondFactor === undefined ? [] : [{ ...resource.secondFactor, resource }],
  );
  const totp = all.find(({ kind }) => kind === 'authenticator');
  const holder = totp?.resource.fields.find(({ name }) => name === totp.holder);
  if (totp === undefined || holder?.schema.type !== 'ref') return undefined;
  return { of: holder.schema.resource, totp, recovery: all.find(({ kind }) => kind === 'recovery') };
});
