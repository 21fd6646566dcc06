import type { StepFacts, StepLine, StepsOf } from '../../../contracts/definition.ts';
import type { RefusalPlan, SessionPlan } from '../../../plan/operation.ts';
import { findAccountResource } from '../../../plan/records/accounts.ts';
import { listCreatedRefusals } from '../../states/steps/others.ts';
import { describeBeginning, describeIssued, planRefusals } from './session.ts';

type SignIn = SessionPlan & { readonly does: 'start sign in' | 'sign in' };

/** Says what an operation on a sign in does. */
export function listSignInLines(
  facts: Pick<StepFacts, 'plan'>,
  resource: string,
  session: SignIn,
  line: number,
  stepsOf: StepsOf,
): readonly StepLine[] {
  const own = session.links === true ? [{ condition: 'forbidden' }] : [];
  if (session.does === 'start sign in') {
    return [
      {
        words: `return the address of the issuer, with state, nonce and PKCE challenge, and an attempt that ends after ten minutes${session.links === true ? ' or with the session' : ''}`,
        refusals: [...own, { condition: 'invalid sign in' }, { condition: 'unavailable' }],
        line,
      },
    ];
  }
  const { resource: accounts } = findAccountResource(facts.plan)!;
  const create = (name: string): readonly RefusalPlan[] => listCreatedRefusals(facts.plan, name, stepsOf);
  const proof: StepLine = {
    words:
      'check the attempt and the state, exchange the code at the issuer before the transaction, and verify the ID token',
    refusals: [...own, { condition: 'invalid sign in' }, { condition: 'sign in denied' }, { condition: 'unavailable' }],
    line,
  };
  if (session.links === true) {
    return [
      proof,
      {
        words: `create the ${accounts.name} of the caller, if there is none`,
        refusals: [{ condition: 'account exists' }, ...create(accounts.name)],
        line: accounts.line,
      },
    ];
  }
  const { creates } = session;
  const fields = creates?.map(({ field, claim }) => (field === claim ? field : `${field} from ${claim}`)).join(', ');
  return [
    proof,
    {
      words:
        creates === undefined
          ? `find the ${resource} by its ${accounts.name}`
          : `find the ${resource} by its ${accounts.name}, else create both, with ${fields} of the issuer`,
      refusals: [
        { condition: 'no account' },
        ...(creates === undefined
          ? []
          : [{ condition: 'account exists' }, ...create(resource), ...create(accounts.name)]),
      ],
      line: accounts.line,
    },
    {
      words: `${describeBeginning(facts, session.scheme)}issue ${describeIssued(session.scheme, session.refreshed)}`,
      ...planRefusals(facts, 'create', session.scheme, stepsOf),
      line,
    },
  ];
}
