import type { StepDefinition } from '../../../contracts/definition.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { Refusal } from '../../../contracts/refusal.ts';
import type { Step } from '../../../contracts/step.ts';
import type { HeaderPlan } from '../../../plan/exchange.ts';
import { findsRecord } from '../../../plan/handler-rules.ts';
import { operationKinds } from '../../../plan/kinds.ts';
import type { OperationPlan } from '../../../plan/operation.ts';
import type { Plan } from '../../../plan/plan.ts';
import { createChallengeHeader, createInsufficientScope, sendsBearer } from '../serve/challenge.ts';
import { selectGrants } from '../serve/grants.ts';
import { getMetadataUrl } from '../serve/metadata.ts';
import { createRowRuleOfCaller } from '../serve/row-rule.ts';
import { describeRowRules, listGrantLines } from '../serve/words.ts';

/**
 * Checks that at least one scope row that lists the operation applies to the caller. With schemes and without scopes, every caller may do
 * everything, and unauthenticated clients nothing.
 */
export const scope: StepDefinition = {
  plan({ plan, operation }) {
    const lines = listGrantLines(operation.access, plan.authentication.schemes[0], listSent(plan, operation));
    if (!concernsCallerOnly(operation)) return lines;
    return [...lines, ...describeRowRules(operation.access, 'allow the call only if', [{ condition: 'forbidden' }])];
  },
  create(op) {
    const check = createScope(op);
    if (op.operation.signed === undefined) return check;
    return (ctx) => (ctx.linked === undefined ? check(ctx) : undefined);
  },
};

const challenge: readonly HeaderPlan[] = [{ name: 'WWW-Authenticate', on: ['no credential'] }];
const withLackedScope: readonly HeaderPlan[] = [
  ...challenge,
  { name: 'WWW-Authenticate', on: ['forbidden'], when: 'a bearer credential lacks the scope' },
];

/** The headers of refusals: no other credential than a bearer one gets the scopes that it lacks. */
function listSent(plan: Pick<Plan, 'name' | 'authentication'>, { access }: OperationPlan): readonly HeaderPlan[] {
  return createInsufficientScope(plan, access).headers === undefined ? challenge : withLackedScope;
}

/** Whether row rules speak of the caller alone: the operation is about no record and no event. */
function concernsCallerOnly({ kind, resource, access }: OperationPlan): boolean {
  return !access.open && resource === undefined && operationKinds[kind].about !== 'events';
}

/** Whether the row rules are checked before there is any record: a handler may write and return none. */
function beginsWithoutRecord(operation: OperationPlan): boolean {
  return operation.kind === 'handler' && !findsRecord(operation);
}

/** Creates the step for the access of an operation; tokens are given by it, too. */
export function createScope(op: OperationContext): Step {
  const { operation, plan } = op;
  const { access } = operation;
  const scheme = plan.authentication.schemes[0];
  const line = access.open ? scheme?.line : access.grants[0]?.line;
  const placed = line === undefined ? {} : { line };
  const metadata = getMetadataUrl(op);
  const noCredential: Refusal = {
    condition: 'no credential',
    ...placed,
    headers: createChallengeHeader(plan, { metadata }),
  };
  if (access.open) return ({ caller }) => (caller === undefined ? noCredential : undefined);
  const notAllowed: Refusal = { condition: 'forbidden', ...placed };
  const lacksScope: Refusal = { ...notAllowed, ...createInsufficientScope(plan, access, metadata) };
  const standalone =
    concernsCallerOnly(operation) || beginsWithoutRecord(operation) ? createRowRuleOfCaller(op, notAllowed) : undefined;
  return (ctx) => {
    ctx.grants = selectGrants(access, ctx.caller);
    if (ctx.grants === 0) {
      if (ctx.caller === undefined) return noCredential;
      return sendsBearer(ctx.incoming) ? lacksScope : notAllowed;
    }
    return standalone?.(ctx);
  };
}
