import type { StepLine } from '../../../contracts/definition.ts';
import type { AccessPlan, RefusalPlan } from '../../../plan/operation.ts';
import type { SchemePlan } from '../../../plan/plan.ts';

type Grant = AccessPlan['grants'][number];

/** Who may call an operation, row by row; nothing where anybody may, because the document states neither scopes nor schemes. */
export function listGrantLines({ open, grants }: AccessPlan, scheme: SchemePlan | undefined): readonly StepLine[] {
  if (open && scheme === undefined) return [];
  const refusals = listAccessRefusals(open, grants);
  if (open) return [{ words: describeGrant({ kind: 'authenticated', scope: '' }), refusals, line: scheme!.line }];
  if (grants.length === 0) return [{ words: 'no scope allows it: nobody may call it', refusals }];
  return grants.map((grant, at) => ({
    words: describeGrant(grant),
    ...(at === grants.length - 1 ? { refusals } : {}),
    line: grant.line,
  }));
}

/** Whom no row admits: without a credential where none is of `public`, with one where none is of any caller either. */
function listAccessRefusals(open: boolean, grants: readonly Grant[]): readonly RefusalPlan[] {
  const admits = (...kinds: readonly Grant['kind'][]): boolean =>
    grants.some(({ kind, where }) => kinds.includes(kind) && where !== 'disabled');
  if (admits('public')) return [];
  const noCredential = { condition: 'no credential' };
  return open || admits('authenticated') ? [noCredential] : [noCredential, { condition: 'forbidden' }];
}

function describeGrant({ kind, scope }: Pick<Grant, 'kind' | 'scope'>): string {
  if (kind === 'public') return 'anyone may call it, without a credential too';
  return kind === 'authenticated'
    ? 'any caller with a valid credential may call it'
    : `callers with ${scope} may call it`;
}

/** The row rules of an operation, each behind what it decides, with the refusals of a record for which none holds. */
export function describeRowRules(
  { grants }: AccessPlan,
  decides: string,
  refusals: readonly RefusalPlan[] = [],
): readonly StepLine[] {
  return grants.flatMap(({ scope, where, words, line }) => {
    if (where === undefined) return [];
    const rule = words === undefined ? 'a rule that is not shown' : `\`${words}\``;
    return [{ words: `with ${scope}: ${decides} ${rule} holds`, refusals, line }];
  });
}
