import type { Caller } from '../../../contracts/caller.ts';
import type { StepDefinition, StepLine } from '../../../contracts/definition.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { Refusal } from '../../../contracts/refusal.ts';
import type { Incoming, RequestContext } from '../../../contracts/request-context.ts';
import type { Step } from '../../../contracts/step.ts';
import type { SchemePlan } from '../../../plan/plan.ts';
import { memo } from '../../../text/memo.ts';
import { findSchemeKind } from '../schemes/index.ts';
import { type Carrier, createCarriers, type Sent } from '../serve/carried.ts';
import { createChallengeHeader, sendsBearer } from '../serve/challenge.ts';
import { getMetadataUrl } from '../serve/metadata.ts';

/** Finds out who calls: every credential that was sent is checked, on public operations too. */
export const credential: StepDefinition = {
  plan({ plan }) {
    const { schemes } = plan.authentication;
    const known = lines(schemes);
    return known;
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
    sends: [{ name: 'WWW-Authenticate', on: ['invalid credential'] }],
    line: scheme.line,
  }));
}

function describeScheme({ name, kind, sentIn, disabled }: SchemePlan): string {
  if (disabled === true) return `reject credentials of the scheme ${name}: its row is not shown`;
  const carriers = sentIn.map((one) => `${one.in} ${one.name}${one.word === undefined ? '' : `: ${one.word}`}`);
  return `authenticate: ${findSchemeKind(kind)?.words} in ${carriers.join(' or ')} (scheme ${name})`;
}

function createCheck(op: OperationContext): Step {
  const { plan, verifiers, platform } = op;
  const all = createCarriers(plan.authentication.schemes, verifiers);
  const metadata = getMetadataUrl(op);
  const condition = 'invalid credential';
  const plain: Refusal = { condition, headers: createChallengeHeader(plan, { metadata }) };
  const ofBearer: Refusal = { condition, headers: createChallengeHeader(plan, { error: 'invalid_token', metadata }) };
  const invalid = ({ incoming }: RequestContext): Refusal => (sendsBearer(incoming) ? ofBearer : plain);
  const only = all.length === 1 ? all[0]! : undefined;
  const settle = (ctx: RequestContext, caller: Caller | undefined, sent: Sent): Refusal | undefined => {
    if (caller === undefined) return invalid(ctx);
    ctx.caller = caller;
    ctx.presented = sent;
    return undefined;
  };
  return (ctx) => {
    const sent = only === undefined ? readSent(all, ctx.incoming) : only.read(ctx.incoming);
    if (sent === undefined) return undefined;
    if (sent === false) return invalid(ctx);
    const caller = sent.verifier.find(sent.text, platform.now());
    if (caller instanceof Promise) return caller.then((resolved) => settle(ctx, resolved, sent));
    return settle(ctx, caller, sent);
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
