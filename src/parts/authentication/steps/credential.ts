import type { Caller } from '../../../contracts/caller.ts';
import type { StepDefinition, StepLine } from '../../../contracts/definition.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { MaybePromise } from '../../../contracts/record.ts';
import type { Refusal } from '../../../contracts/refusal.ts';
import type { Incoming, RequestContext } from '../../../contracts/request-context.ts';
import type { Step } from '../../../contracts/step.ts';
import type { HeaderPlan } from '../../../plan/exchange.ts';
import type { SchemePlan } from '../../../plan/plan.ts';
import { memo } from '../../../text/memo.ts';
import { formatDuration } from '../../../text/numbers/duration.ts';
import { createLinkReader } from '../../endpoints/serve/files/links.ts';
import { findSchemeKind } from '../schemes/index.ts';
import { type Carrier, createCarriers, type Sent } from '../serve/carried.ts';
import { createChallengeHeader, sendsBearer } from '../serve/challenge.ts';
import { getMetadataUrl } from '../serve/metadata.ts';
import { formatRemoval, listCookiesOfSessions, listSessionCookies } from '../serve/sessions/cookies.ts';

/** Finds out who calls: every credential that was sent is checked, on public operations too. */
export const credential: StepDefinition = {
  plan({ plan, operation: { signed, session } }) {
    // The refresh token says who calls. Clients may send the credential that has ended.
    if (session?.does === 'refresh') return [];
    const known = lines(plan.authentication.schemes);
    if (signed === undefined) return known;
    const words = `accept a link with a signature instead of a credential, for ${formatDuration(signed.milliseconds)} after it was shown`;
    return [{ words, refusals: [{ condition: 'not found' }], line: signed.line }, ...known];
  },
  create: createCheck,
};

/** They are the same for every operation. */
const lines = memo(describeSchemes);

function describeSchemes(schemes: readonly SchemePlan[]): readonly StepLine[] {
  if (schemes.every(({ sentIn }) => sentIn.length === 0)) return [];
  return schemes.map((scheme) => ({
    words: describeScheme(scheme),
    refusals: [{ condition: 'invalid credential' }],
    sends: [
      { name: 'WWW-Authenticate', on: ['invalid credential'] },
      ...(listCookiesOfSessions([scheme]).length > 0 ? [removal] : []),
    ],
    line: scheme.line,
  }));
}

const removal: HeaderPlan = {
  name: 'Set-Cookie',
  on: ['invalid credential'],
  when: 'the credential in the cookie is not valid',
};

function describeScheme({ name, kind, sentIn, idle, disabled }: SchemePlan): string {
  if (disabled === true) return `reject credentials of the scheme ${name}: its row is not shown`;
  const carriers = sentIn.map((one) => `${one.in} ${one.name}${one.word === undefined ? '' : `: ${one.word}`}`);
  const end = idle === undefined ? '' : `, which ends after ${formatDuration(idle)} without a request`;
  return `authenticate: ${findSchemeKind(kind)?.words} in ${carriers.join(' or ')} (scheme ${name})${end}`;
}

function createCheck(op: OperationContext): Step {
  const { plan, operation, verifiers, platform, base } = op;
  const all = createCarriers(plan.authentication.schemes, verifiers);
  const metadata = getMetadataUrl(op);
  const condition = 'invalid credential';
  const plain: Refusal = { condition, headers: createChallengeHeader(plan, { metadata }) };
  const ofBearer: Refusal = { condition, headers: createChallengeHeader(plan, { error: 'invalid_token', metadata }) };
  const invalid = ({ incoming }: RequestContext): Refusal => (sendsBearer(incoming) ? ofBearer : plain);
  const names = listCookiesOfSessions(plan.authentication.schemes);
  const cookies = all.filter(({ cookie }) => cookie !== undefined && names.includes(cookie));
  const others = all.filter((carrier) => !cookies.includes(carrier));
  // A new cookie replaces the one of the request, which a page could not remove.
  const replaces = listSessionCookies(plan, operation).length > 0 && operation.session?.does !== 'log out';
  /** `text`: the credential that is not valid; undefined if what was sent holds none, or several. */
  const refuse = (
    ctx: RequestContext,
    carriers: readonly Carrier[],
    text?: string,
  ): MaybePromise<Refusal | undefined> => {
    const { incoming } = ctx;
    const wrong = cookies.find((carrier) => {
      const found = carriers.includes(carrier) ? carrier.read(incoming) : undefined;
      return found !== undefined && (found === false || found.text === text);
    });
    if (wrong === undefined) return invalid(ctx);
    if (replaces) return look(ctx, others);
    const refusal = invalid(ctx);
    return { ...refusal, headers: { ...refusal.headers, 'Set-Cookie': formatRemoval(wrong.cookie!, base) } };
  };
  const settle = (
    ctx: RequestContext,
    caller: Caller | undefined,
    sent: Sent,
    carriers: readonly Carrier[],
  ): MaybePromise<Refusal | undefined> => {
    if (caller === undefined) return refuse(ctx, carriers, sent.text);
    ctx.caller = caller;
    ctx.presented = sent;
    return undefined;
  };
  const look = (ctx: RequestContext, carriers: readonly Carrier[]): MaybePromise<Refusal | undefined> => {
    const sent = carriers.length === 1 ? carriers[0]!.read(ctx.incoming) : readSent(carriers, ctx.incoming);
    if (sent === undefined) return undefined;
    if (sent === false) return refuse(ctx, carriers);
    const caller = sent.verifier.find(sent.text, platform.now());
    if (caller instanceof Promise) return caller.then((resolved) => settle(ctx, resolved, sent, carriers));
    return settle(ctx, caller, sent, carriers);
  };
  const isLinked = createLinkReader(op);
  if (isLinked === undefined) return (ctx) => look(ctx, all);
  const notFound: Refusal = { condition: 'not found', unknown: true, line: operation.line };
  return (ctx) => {
    const linked = isLinked(ctx);
    if (linked === undefined) return look(ctx, all);
    return linked ? undefined : notFound;
  };
}

/** The one credential of a request; false if a carrier holds a malformed one, or two carriers differ. */
function readSent(all: readonly Carrier[], incoming: Incoming): Sent | false | undefined {
  let sent: Sent | undefined;
  for (const carrier of all) {
    const found = carrier.read(incoming);
    if (found === false || (found !== undefined && sent !== undefined && found.text !== sent.text)) return false;
    sent ??= found;
  }
  return sent;
}
