import type { StepLine } from '../../../contracts/definition.ts';
import type { HeaderPlan } from '../../../plan/exchange.ts';
import type { AccessPlan, RefusalPlan } from '../../../plan/operation.ts';
import type { SchemePlan } from '../../../plan/plan.ts';
import { memoByKey } from '../../../text/memo.ts';
import { statesRowRules } from './grants.ts';

type Grant = AccessPlan['grants'][number];

/** Describes who may call an operation, row by row; empty if the document states neither scopes nor schemes. */
export function listGrantLines(
  access: AccessPlan,
  scheme: SchemePlan | undefined,
  sends?: readonly HeaderPlan[],
): readonly StepLine[] {
  return shareLines(access, `grants ${scheme?.line} ${sends === undefined}`, () => {
    const lines = buildGrantLines(access, scheme);
    return sends === undefined ? lines : lines.map((line) => ({ ...line, sends }));
  });
}

function buildGrantLines({ open, grants }: AccessPlan, scheme: SchemePlan | undefined): readonly StepLine[] {
  if (open && scheme === undefined) return [];
  const refusals = listAccessRefusals(open, grants);
  if (open) return [{ words: describeGrant({ kind: 'authenticated', scope: '' }), refusals, line: scheme!.line }];
  if (grants.length === 0) return [{ words: 'reject every caller: no row of Scopes allows it', refusals }];
  return grants.map((grant, at) => ({
    words: describeGrant(grant),
    ...(at === grants.length - 1 ? { refusals } : {}),
    line: grant.line,
  }));
}

/** Returns lines that follow from the access of an operation: made once for each `key`, shared by operations with the same access. */
const shareLines = memoByKey((_access: AccessPlan, _key: string, describe: () => readonly StepLine[]) => describe());

/** Returns how callers are rejected that no row of Scopes admits. */
function listAccessRefusals(open: boolean, grants: readonly Grant[]): readonly RefusalPlan[] {
  const admits = (...kinds: readonly Grant['kind'][]): boolean =>
    grants.some(({ kind, where }) => kinds.includes(kind) && where !== 'disabled');
  if (admits('public')) return [];
  const noCredential = { condition: 'no credential' };
  return open || admits('authenticated') ? [noCredential] : [noCredential, { condition: 'forbidden' }];
}

function describeGrant({ kind, scope }: Pick<Grant, 'kind' | 'scope'>): string {
  if (kind === 'public') return 'allow every client, also without a credential';
  return kind === 'authenticated' ? 'allow every authenticated caller' : `allow callers with scope ${scope}`;
}

/** Describes the row rules of an operation, each after its effect, with the refusals if none of them holds. */
export function describeRowRules(
  access: AccessPlan,
  decides: string,
  refusals: readonly RefusalPlan[] = [],
): readonly StepLine[] {
  if (!statesRowRules(access)) return [];
  return shareLines(access, `${decides} ${JSON.stringify(refusals)}`, () =>
    access.grants.flatMap(({ scope, where, words, line }) => {
      if (where === undefined) return [];
      const rule = words === undefined ? 'a rule that is not shown' : `\`${words}\``;
      return [{ words: `for ${scope}: ${decides} ${rule}`, refusals, line }];
    }),
  );
}
