import type { Caller } from '../../../contracts/caller.ts';
import type { StepDefinition } from '../../../contracts/definition.ts';
import type { Making } from '../../../contracts/operation-context.ts';
import type { Refusal } from '../../../contracts/refusal.ts';
import type { Given, Incoming } from '../../../contracts/request-context.ts';
import type { Step } from '../../../contracts/step.ts';
import type { SchemePlan } from '../../../plan/plan.ts';
import { schemeKind } from '../schemes/index.ts';
import { type Carrier, carriers, type Sent } from '../serve/carried.ts';
import { challenges, sendsBearer } from '../serve/challenge.ts';
import { metadataAddress } from '../serve/metadata.ts';

/** Finds out who calls: every credential that was sent is checked, on public operations too. */
export const credential: StepDefinition = {
  plan({ plan }) {
    const { schemes } = plan.authentication;
    if (schemes.every(({ carriedIn }) => carriedIn.length === 0)) return [];
    return schemes.map((scheme) => ({
      words: wordsOf(scheme),
      refusals: [{ condition: 'invalid credential' }],
      line: scheme.line,
    }));
  },
  create: createCheck,
};

function wordsOf({ name, kind, carriedIn, closed }: SchemePlan): string {
  if (closed === true) return `${name} admits nobody: it is not shown`;
  const places = carriedIn.map((one) => `${one.in} ${one.name}${one.word === undefined ? '' : `: ${one.word}`}`);
  return `a credential sent in ${places.join(' or ')} is checked: ${schemeKind(kind)?.words} (${name})`;
}

function createCheck(making: Making): Step {
  const { plan, verifiers, host } = making;
  const places = carriers(plan.authentication.schemes, verifiers);
  const metadata = metadataAddress(making);
  const condition = 'invalid credential';
  const plain: Refusal = { condition, headers: challenges(plan, { metadata }) };
  const ofBearer: Refusal = { condition, headers: challenges(plan, { error: 'invalid_token', metadata }) };
  const invalid = ({ incoming }: Given): Refusal => (sendsBearer(incoming) ? ofBearer : plain);
  const only = places.length === 1 ? places[0]! : undefined;
  const settle = (given: Given, caller: Caller | undefined, sent: Sent): Refusal | undefined => {
    if (caller === undefined) return invalid(given);
    given.caller = caller;
    given.presented = sent;
    return undefined;
  };
  return (given) => {
    const sent = only === undefined ? sentIn(places, given.incoming) : only.read(given.incoming);
    if (sent === undefined) return undefined;
    if (sent === false) return invalid(given);
    const caller = sent.verifier.find(sent.text, host.now());
    if (caller instanceof Promise) return caller.then((one) => settle(given, one, sent));
    return settle(given, caller, sent);
  };
}

/** The one credential of a request; false where a place holds none that is well made, or two places differ. */
function sentIn(places: readonly Carrier[], incoming: Incoming): Sent | false | undefined {
  let sent: Sent | undefined;
  for (const place of places) {
    const found = place.read(incoming);
    if (found === false || (found !== undefined && sent !== undefined && found.text !== sent.text)) return false;
    sent ??= found;
  }
  return sent;
}
