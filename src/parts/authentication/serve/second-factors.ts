import type { ServiceContext } from '../../../contracts/operation-context.ts';
import type { CodeSubject, CodeVerdict, SecondFactors } from '../../../contracts/sessions/second-factors.ts';
import { findSecondFactors } from '../../../plan/records/second-factors.ts';
import { writeTotpUri } from '../../../text/codes/kept-totp.ts';
import { acceptCode, countWrong, isHeld, readCode } from './second-factors/judge.ts';
import { openRecoveryCodes } from './second-factors/recovery.ts';
import { type Bind, openStoredFactors, type StoredFactor } from './second-factors/stored.ts';
import { createNameReader } from './sessions/person-name.ts';

/** The dependencies of second factors. */
export type SecondFactorDependencies = Pick<ServiceContext, 'plan' | 'compiled' | 'store' | 'inner'>;

/** The verdict on a code, with its consequences for the factors that it was compared with. */
interface Judged {
  readonly verdict: CodeVerdict;
  /** The factors to store: the one whose code was accepted, or each with one more wrong code. */
  readonly changes: readonly (readonly [StoredFactor, StoredFactor['kept']])[];
  /** The record of a recovery code. */
  readonly recovery?: unknown;
}

/** Creates what compares codes; undefined if the document has no second factors. */
export function createSecondFactors(deps: SecondFactorDependencies): SecondFactors | undefined {
  const { plan, store } = deps;
  const planned = findSecondFactors(plan);
  if (planned === undefined) return undefined;
  const stored = openStoredFactors(deps, planned.totp);
  const recovery = planned.recovery && openRecoveryCodes(deps, planned.recovery);
  const readName = createNameReader(deps, planned.of);

  const find = async (bind: Bind, subject: CodeSubject, now: number): Promise<readonly StoredFactor[]> => {
    // A confirmed factor has no code to confirm it: a stolen session could use up the wrong codes of a log in there.
    if ('factor' in subject) return (await stored.one(bind, subject.factor, now)).filter((one) => !isConfirmed(one));
    return (await stored.ofPerson(bind, subject.person, now)).filter(isConfirmed);
  };
  const judge = async (bind: Bind, subject: CodeSubject, code: string | undefined, now: number): Promise<Judged> => {
    const found = await find(bind, subject, now);
    if (found.length === 0) return { verdict: 'factor' in subject ? 'wrong' : 'right', changes: [] };
    if (code === undefined) return { verdict: 'required', changes: [] };
    const used = 'factor' in subject ? undefined : await recovery?.find(bind, subject.person, code, now);
    if (used !== undefined) return { verdict: 'right', changes: [], recovery: used };
    return judgeOneTimeCode(found, code, now);
  };

  return {
    async judge(subject, code, now) {
      const glance = await judge((query) => query, subject, code, now);
      if (glance.verdict !== 'wrong' || glance.changes.length === 0) return glance.verdict;
      // The transaction counts each wrong code, whatever others are judged at the same time.
      return store.write(async (transaction) => {
        const { verdict, changes } = await judge((query) => transaction.bind(query), subject, code, now);
        if (verdict === 'wrong') for (const [factor, kept] of changes) await stored.replace(transaction, factor, kept);
        return { result: verdict, undo: verdict !== 'wrong' };
      });
    },
    async use(ctx, subject, code) {
      const transaction = ctx.transaction!;
      const bind: Bind = (query) => transaction.bind(query);
      const { verdict, changes, recovery: used } = await judge(bind, subject, code, ctx.now);
      if (verdict !== 'right') return verdict;
      if (used !== undefined) {
        const refusal = await recovery!.useUp(ctx, used);
        return refusal === undefined ? verdict : { refusal };
      }
      for (const [factor, kept] of changes) if (!(await stored.replace(transaction, factor, kept))) return 'wrong';
      return verdict;
    },
    async describe(ctx, person, secret) {
      const bind: Bind = (query) => ctx.transaction!.bind(query, 'share');
      return writeTotpUri(secret, plan.name, await readName(bind, person, ctx.now));
    },
  };
}

const isConfirmed = ({ kept }: StoredFactor): boolean => kept.step !== undefined;

/** Compares a one-time code with factors. A right one ends the count of wrong ones of all. */
function judgeOneTimeCode(found: readonly StoredFactor[], sent: string, now: number): Judged {
  const code = readCode(sent);
  if (code === undefined || found.some(({ kept }) => isHeld(kept, now))) return { verdict: 'wrong', changes: [] };
  const accepted = found.map((factor) => [factor, acceptCode(factor.kept, code, now)] as const);
  const right = accepted.find(([, kept]) => kept !== undefined);
  if (right === undefined)
    return { verdict: 'wrong', changes: found.map((factor) => [factor, countWrong(factor.kept, now)]) };
  const others = found.filter((factor) => factor !== right[0] && factor.kept.wrong > 0);
  return {
    verdict: 'right',
    changes: [
      [right[0], right[1]!],
      ...others.map((factor) => [factor, { ...factor.kept, wrong: 0, wrongAt: 0 }] as const),
    ],
  };
}
