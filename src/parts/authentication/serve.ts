import { hasBit, sharedBits } from '../../plan/bits.ts';
import type { AccessPlan, OperationPlan } from '../../plan/operation.ts';
import type { Plan } from '../../plan/plan.ts';
import { readersOf } from '../../plan/readers.ts';
import type { Caller } from '../../steps/caller.ts';
import type { Given, Incoming } from '../../steps/given.ts';
import type { Making } from '../../steps/maker.ts';
import type { Refusal } from '../../steps/refusal.ts';
import type { Step } from '../../steps/step.ts';
import { type Carrier, carriers, type Sent } from './serve-carried.ts';
import { challenges, insufficientScope, sendsBearer } from './serve-challenge.ts';
import { freeGrants, grantsOf } from './serve-grants.ts';
import { knownBy, questionsTo } from './serve-known.ts';
import { resourceMetadataOf } from './serve-metadata.ts';

/** Finds out who calls: every credential that was sent is checked, on public operations too. */
export function credentialStep(making: Making): Step | undefined {
  const { plan, verifiers, host } = making;
  const places = carriers(plan.authentication.schemes, verifiers);
  if (places.length === 0) return undefined;
  const metadata = metadataOf(making);
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

/** Where the service tells of itself as a protected resource, where its address is known. */
function metadataOf({ plan, address }: Making): string | undefined {
  return resourceMetadataOf(plan, address(plan.base.prefix));
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

/**
 * Asks whether at least one scope row that lists the operation applies to the caller. Where a scheme is stated and no scopes are,
 * every caller may do everything, and nobody else anything.
 */
export function scopeStep(making: Making): Step | undefined {
  const { operation, plan } = making;
  const { access } = operation;
  const scheme = plan.authentication.schemes[0];
  if (access.open && scheme === undefined) return undefined;
  const line = access.open ? scheme?.line : access.grants[0]?.line;
  const placed = line === undefined ? {} : { line };
  const metadata = metadataOf(making);
  const noCredential: Refusal = { condition: 'no credential', ...placed, headers: challenges(plan, { metadata }) };
  if (access.open) return ({ caller }) => (caller === undefined ? noCredential : undefined);
  const notAllowed: Refusal = { condition: 'not allowed', ...placed };
  const lacksScope: Refusal = { ...notAllowed, ...insufficientScope(plan, access, metadata) };
  const ofEvents = operation.kind.endsWith('events') || operation.kind === 'read event';
  const standalone = operation.resource === undefined && !ofEvents ? rowRuleOfCaller(making, notAllowed) : undefined;
  return (given) => {
    given.grants = grantsOf(access, given.caller);
    if (given.grants === 0) {
      if (given.caller === undefined) return noCredential;
      return sendsBearer(given.incoming) ? lacksScope : notAllowed;
    }
    return standalone?.(given);
  };
}

/** On operations without a record the row rule speaks of the caller only. */
function rowRuleOfCaller(making: Making, refusal: Refusal): (given: Given) => Refusal | undefined {
  const free = freeGrants(making.operation.access);
  return (given) => (sharedBits(given.grants, free) !== 0 || anyHolds(making, given, {}) ? undefined : refusal);
}

function anyHolds(making: Making, given: Given, record: Readonly<Record<string, unknown>>): boolean {
  const { grants } = making.code;
  for (let i = 0; i < grants.length; i++) {
    if (hasBit(given.grants, i) && grants[i]!(record, given)) return true;
  }
  return false;
}

/** The row rule on the record as it is: false is `not found` where the caller may not read it, else `not allowed`. */
export function rowRuleBeforeStep(making: Making): Step | undefined {
  const { operation } = making;
  if (!restricted(operation.access) || !testsBefore(operation)) return undefined;
  const free = freeGrants(operation.access);
  const line = operation.access.grants.find((grant) => grant.where !== undefined)!.line;
  const hidden: Refusal = { condition: 'not found', line };
  const forbidden: Refusal = { condition: 'not allowed', line };
  const readable = readableBy(making);
  return (given) => {
    if (sharedBits(given.grants, free) !== 0 || given.before === undefined) return undefined;
    if (anyHolds(making, given, given.before)) return undefined;
    const seen = readable(given);
    if (seen instanceof Promise) return seen.then((may) => (may ? forbidden : hidden));
    return seen ? forbidden : hidden;
  };
}

function testsBefore({ kind }: OperationPlan): boolean {
  return ['update', 'replace', 'delete', 'transition', 'code'].includes(kind);
}

function restricted(access: AccessPlan): boolean {
  return !access.open && access.grants.some((grant) => grant.where !== undefined && grant.where !== 'closed');
}

/** Whether the caller may read the record that was loaded. */
function readableBy({ plan, resource, store, operation }: Making): (given: Given) => boolean | Promise<boolean> {
  if (resource === undefined) return () => false;
  const { name, identity } = resource.plan;
  const reads = knownBy(readersOf(plan, name, operation.record));
  const questionFor = questionsTo(store, name, [{ kind: 'equal', field: identity }], reads);
  return (given) => {
    const question = questionFor(given.caller);
    if (question === undefined) return false;
    const values = { conditions: [given.before![identity]], caller: given.caller?.values, now: given.now };
    const row = (given.transaction?.ask(question) ?? question).one(values);
    return row instanceof Promise ? row.then((one) => one !== undefined) : row !== undefined;
  };
}

/** The row rule on the record as it would be stored: false is `not allowed`. */
export function rowRuleAfterStep(making: Making): Step | undefined {
  const { operation } = making;
  const { kind, access } = operation;
  if (!restricted(access) || !(kind === 'create' || (testsBefore(operation) && kind !== 'delete' && kind !== 'code')))
    return undefined;
  const free = freeGrants(access);
  const line = access.grants.find((grant) => grant.where !== undefined)!.line;
  const refusal: Refusal = { condition: 'not allowed', line };
  return (given) => {
    if (sharedBits(given.grants, free) !== 0 || given.unchanged || given.after === undefined) return undefined;
    return anyHolds(making, given, given.after) ? undefined : refusal;
  };
}

/** Whether the service may be reached from this machine only: nothing says who may call. */
export function loopbackOnly(plan: Plan): boolean {
  return plan.authentication.status === 'not shown';
}
