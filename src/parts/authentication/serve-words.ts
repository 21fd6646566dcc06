import type { AccessPlan } from '../../plan/operation.ts';
import type { SchemePlan } from '../../plan/plan.ts';
import type { StepLine } from '../../steps/definition.ts';

type Grant = AccessPlan['grants'][number];

/** Who may call an operation, row by row; nothing where anybody may, because the document states neither scopes nor schemes. */
export function grantLines({ open, grants }: AccessPlan, scheme: SchemePlan | undefined): readonly StepLine[] {
  if (open)
    return scheme === undefined ? [] : [{ words: scopeWords({ kind: 'any caller', scope: '' }), line: scheme.line }];
  if (grants.length === 0) return [{ words: 'no scope allows it: nobody may call it' }];
  return grants.map((grant) => ({ words: scopeWords(grant), line: grant.line }));
}

function scopeWords({ kind, scope }: Pick<Grant, 'kind' | 'scope'>): string {
  if (kind === 'anyone') return 'anyone may call it, without a credential too';
  return kind === 'any caller' ? 'any caller with a valid credential may call it' : `callers with ${scope} may call it`;
}

/** The row rules of an operation, each behind what it decides. */
export function ruleLines({ grants }: AccessPlan, decides: string): readonly StepLine[] {
  return grants.flatMap(({ scope, where, words, line }) => {
    if (where === undefined) return [];
    const rule = words === undefined ? 'a rule that is not shown' : `\`${words}\``;
    return [{ words: `with ${scope}: ${decides} ${rule} holds`, line }];
  });
}
