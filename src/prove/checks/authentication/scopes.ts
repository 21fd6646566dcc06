import { prepareTrial } from '../../../describe/examples/refusals.ts';
import type { OperationPlan } from '../../../plan/operation.ts';
import type { Case, Check } from '../../check.ts';
import { type Outcome, proven, unreached, violated } from '../../ledger/verdict.ts';
import type { Prover } from '../../prover.ts';
import { judgeRejection } from '../../rejections.ts';
import { isPublic } from './credentials.ts';

/** A caller may call what a row of Scopes allows, and nothing else. */
export const scopes: Check = {
  part: 'authentication',
  name: 'scopes',
  says: 'Each operation is called with each scope that allows it, and by a caller with none of them.',
  cases: (prover) =>
    prover.operations.flatMap((operation): readonly Case[] => {
      if (isPublic(operation))
        return operation.access.grants
          .filter(({ kind, where }) => kind === 'public' && where !== 'disabled')
          .map(({ line }) => ({
            line,
            about: `${operation.name} without a credential`,
            run: () => admit(prover, operation),
          }));
      const granted = operation.access.grants.filter(({ kind, where }) => kind === 'scope' && where !== 'disabled');
      const everybody = operation.access.grants.some(({ kind }) => kind === 'authenticated');
      const allowed = granted.map(
        (grant): Case => ({
          line: grant.line,
          about: `${operation.name} with ${grant.scope}`,
          run: () => allow(prover, operation, grant.scope),
        }),
      );
      if (everybody || granted.length === 0) return allowed;
      return [
        ...allowed,
        {
          line: granted[0]!.line,
          about: `${operation.name} without ${granted.map(({ scope }) => scope).join(' and ')}`,
          run: () =>
            forbid(
              prover,
              operation,
              granted.map(({ scope }) => scope),
            ),
        },
      ];
    }),
};

/** A public operation needs no credential. */
async function admit(prover: Prover, operation: OperationPlan): Promise<Outcome> {
  const trial = await prover.prepare(operation);
  if (typeof trial === 'string') return unreached(trial);
  const one = await prover.send(trial, { held: undefined });
  const { status } = one.response;
  if (status < 400) return proven;
  if (status !== 401 || operation.session !== undefined) return unreached(`the service responded ${status}`);
  return violated(`\`${operation.name}\` needs no credential`, '401', one);
}

async function allow(prover: Prover, operation: OperationPlan, scope: string): Promise<Outcome> {
  const done = await prover.sample(operation);
  if (typeof done === 'string') return unreached(done);
  const grant = operation.access.grants.find((one) => one.scope === scope);
  const caller = await prover.ground.callers.holding(scope);
  if (caller === undefined) return unreached(`no caller with the scope ${scope}`);
  const trial = await prepareTrial(prover.ground.stage, operation, done);
  const one = await prover.send(trial, { held: { scheme: caller.scheme, text: caller.text }, grant });
  if (one.response.status < 400) return proven;
  if (one.response.status !== 403 || caller.scopes === undefined || grant?.where !== undefined)
    return unreached(`the service responded ${one.response.status}`);
  if (!(await prover.succeeds(operation))) return unreached('the request of another caller got a rejection too');
  return violated(`\`${operation.name}\` is allowed with the scope ${scope}`, String(one.response.status), one);
}

async function forbid(prover: Prover, operation: OperationPlan, granted: readonly string[]): Promise<Outcome> {
  const done = await prover.sample(operation);
  if (typeof done === 'string') return unreached(done);
  const caller = await prover.ground.callers.without(granted);
  if (caller === undefined) return unreached(`no caller whose scopes are known and lack ${granted.join(' and ')}`);
  const trial = await prepareTrial(prover.ground.stage, operation, done);
  const one = await prover.send(trial, { held: { scheme: caller.scheme, text: caller.text } });
  // To a caller that cannot see the record there may be none.
  return judgeRejection(prover, operation, one, {
    conditions: ['forbidden', 'not found'],
    words: `by a caller without ${granted.join(' and ')}`,
  });
}
