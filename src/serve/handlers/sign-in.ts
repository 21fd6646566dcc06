import type { Refusal } from '../../contracts/refusal.ts';
import type { ProvenSignIn, ReturnedSignIn, SignInPurpose } from '../../contracts/sessions/sign-in.ts';
import { type Condition, findCondition } from '../../parts/registry.ts';
import type { OperationPlan, SessionPlan } from '../../plan/operation.ts';
import type { ResourcePlan } from '../../plan/resource.ts';
import type { Run, SessionContext } from './session-context.ts';

type Start = SessionPlan & { readonly does: 'start sign in' };
type SigningIn = SessionPlan & { readonly does: 'sign in' };

/** How often a sign in looks again for an account that another request may have created meanwhile. */
const mostLooks = 3;

/** Creates what begins a sign in, before the transaction: the issuer may have to be asked for its metadata. */
export function createStart(session: Start, { line }: OperationPlan): Run {
  return async (context) => {
    const { issuer } = context.input as { readonly issuer: string };
    const started = await context.session.signIn.start(issuer, choosePurpose(context, session, line));
    return typeof started === 'string' ? context.session.refuse({ condition: started, line }) : started;
  };
}

/** Creates what proves who signs in, before the transaction. */
export function createProof(session: SigningIn, { line }: OperationPlan): Run {
  return async (context) => {
    const purpose = choosePurpose(context, session, line);
    const proven = await context.session.signIn.prove(context.input as ReturnedSignIn, purpose);
    return typeof proven === 'string' ? context.session.refuse({ condition: proven, line }) : proven;
  };
}

/** An account is linked to the caller of a session alone, which both requests belong to. */
function choosePurpose({ session }: SessionContext, { links, scheme }: Start | SigningIn, line: number): SignInPurpose {
  if (links !== true) return 'sign in';
  return session.presented === scheme ? session.purpose() : session.refuse({ condition: 'forbidden', line });
}

/** Creates what finds or creates the record of a person who signs in, and issues a credential; or links the account to the caller. */
export function createSignIn(session: SigningIn, resource: ResourcePlan, { line }: OperationPlan): Run {
  return async (context) => {
    const { attempt, identity } = context.prepared as ProvenSignIn;
    const { accounts, refuse } = context.session;
    if (!(await accounts.use(attempt))) return refuse({ condition: 'invalid sign in', line });
    if (session.links === true) return linkAccount(context, identity, resource, line);
    const id = await findHolder(context, identity, session, line);
    const record = await context.store.asService.get(resource.name, id);
    if (record === undefined) return refuse({ condition: 'no account', line });
    if (!(await accounts.renew(identity))) return refuse({ condition: 'invalid sign in', line });
    await context.session.begin(session.scheme, String(id), session.refreshed === true);
    return record;
  };
}

type Proven = ProvenSignIn['identity'];

/** Returns the identity of the record of an account. Of two requests with a new account, the second one finds what the first one created. */
async function findHolder(
  { session: { accounts, refuse } }: SessionContext,
  identity: Proven,
  { creates }: SigningIn,
  line: number,
): Promise<unknown> {
  for (let looks = 1; ; looks++) {
    const found = await accounts.find(identity);
    if (found !== undefined) return found;
    if (creates === undefined || identity.publicKey !== undefined) return refuse({ condition: 'no account', line });
    const done = await accounts.createHolder(creates, identity);
    if (!('refusal' in done)) return accounts.find(identity);
    const { refusal } = done;
    const { ofValues, collides } = findOwnCondition(refusal);
    if (ofValues === true) return refuse({ condition: 'no account', line });
    if (collides !== true) return refuse(refusal);
    if (looks < mostLooks && (await accounts.findMeanwhile(identity)) !== undefined) continue;
    return refuse({ condition: 'account exists', line });
  }
}

/** Links an account to the caller; it may be linked already. */
async function linkAccount(
  { session: { accounts, refuse }, record }: SessionContext,
  identity: Proven,
  resource: ResourcePlan,
  line: number,
): Promise<unknown> {
  const own = record?.[resource.identity];
  const found = await accounts.find(identity);
  if (found !== undefined && found === own) return record;
  if (found !== undefined) return refuse({ condition: 'account exists', line });
  const done = await accounts.create(own, identity);
  if (!('refusal' in done)) return record;
  const { refusal } = done;
  return refuse(findOwnCondition(refusal).collides === true ? { condition: 'account exists', line } : refusal);
}

/** The condition of a refusal; that of a hook is the author's. */
function findOwnCondition({ condition, byHook }: Refusal): Partial<Condition> {
  return (byHook === true ? undefined : findCondition(condition)) ?? {};
}
