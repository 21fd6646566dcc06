import type { StepFacts, StepLine, StepsOf } from '../../../contracts/definition.ts';
import type { RefusalPlan, SessionPlan } from '../../../plan/operation.ts';
import { listIssuers, passkeyIssuer } from '../../../plan/records/accounts.ts';
import { listCreatedRefusals } from '../../states/steps/others.ts';
import { describeBeginning, describeIssued, planRefusals } from './session.ts';

type SignIn = SessionPlan & { readonly does: 'start sign in' | 'sign in' };

function describeStart(hasIssuers: boolean, hasPasskeys: boolean, { links }: SignIn): string {
  const ways = [
    ...(hasIssuers ? ['the address of the issuer, with state, nonce and PKCE challenge'] : []),
    ...(hasPasskeys ? [`the options to ${links === true ? 'create' : 'use'} a passkey, with a challenge`] : []),
  ];
  return ways.join(', or ');
}

function describeProof(hasIssuers: boolean, hasPasskeys: boolean): string {
  const ofIssuer =
    'check the attempt and the state, exchange the code at the issuer before the transaction, and verify the ID token';
  const verify = 'verify the response of the authenticator by the public key of the passkey';
  if (!hasIssuers) return `check the attempt, and ${verify}`;
  return hasPasskeys ? `${ofIssuer}; or ${verify}` : ofIssuer;
}

/** Says what an operation on a sign in does. */
export function listSignInLines(
  facts: Pick<StepFacts, 'plan'>,
  resource: string,
  session: SignIn,
  line: number,
  stepsOf: StepsOf,
): readonly StepLine[] {
  const own = session.links === true ? [{ condition: 'forbidden' }] : [];
  // An older version can lack the field with the person, or the one with the issuer.
  const accounts = facts.plan.resources.find(({ accountOf }) => accountOf !== undefined)!;
  const issuers = listIssuers(accounts);
  const hasPasskeys = issuers.includes(passkeyIssuer);
  const hasIssuers = issuers.length === 0 || issuers.some((name) => name !== passkeyIssuer);
  if (session.does === 'start sign in') {
    return [
      {
        words: `return ${describeStart(hasIssuers, hasPasskeys, session)}, and an attempt that ends after ten minutes${session.links === true ? ' or with the session' : ''}`,
        refusals: [...own, { condition: 'invalid sign in' }, { condition: 'unavailable' }],
        line,
      },
    ];
  }
  const create = (name: string): readonly RefusalPlan[] => listCreatedRefusals(facts.plan, name, stepsOf);
  const proof: StepLine = {
    words: describeProof(hasIssuers, hasPasskeys),
    refusals: [
      ...own,
      { condition: 'invalid sign in' },
      ...(hasIssuers ? [{ condition: 'sign in denied' }] : []),
      { condition: 'unavailable' },
    ],
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
