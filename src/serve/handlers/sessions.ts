import type { Handlers } from '../../contracts/handlers.ts';
import { getIdentityType, readIdentity } from '../../plan/fields/identity-type.ts';
import type { OperationPlan, SessionPlan } from '../../plan/operation.ts';
import type { Plan } from '../../plan/plan.ts';
import { readPathValue } from '../../plan/records/neighbours.ts';
import type { ResourcePlan } from '../../plan/resource.ts';
import type { Run, SessionContext, SessionTools } from './session-context.ts';
import { createProof, createSignIn, createStart } from './sign-in.ts';

/** The record whose password matches, as it was before the transaction. */
interface Prepared {
  readonly id: unknown;
  readonly hash: string;
  /** Replaces the hash. */
  readonly renewed: string | undefined;
}

type LogInPlan = SessionPlan & { readonly does: 'log in' };
type SessionCode = Pick<Handlers, 'operations' | 'before'>;

/** Creates the code of the operations that log in and log out, by their names. */
export function createSessionCode(plan: Plan): SessionCode {
  const operations = new Map<string, Run>();
  const before = new Map<string, Run>();
  for (const operation of plan.operations) {
    const { session, name, disabled } = operation;
    const resource = plan.resources.find((candidate) => candidate.name === operation.resource);
    if (session === undefined || resource === undefined || disabled === true) continue;
    if (session.does === 'log out') operations.set(name, createLogOut(session, resource, operation, plan));
    else if (session.does === 'refresh') operations.set(name, createRefresh(session, resource, operation, plan));
    else if (session.does === 'start sign in') {
      before.set(name, createStart(session, operation));
      operations.set(name, ({ prepared }) => prepared);
    } else if (session.does === 'sign in') {
      before.set(name, createProof(session, operation));
      operations.set(name, createSignIn(session, resource, operation));
    } else {
      const check = createCodeCheck(session, operation);
      before.set(name, createComparison(session, resource, check));
      operations.set(name, createLogIn(session, resource, operation, check));
    }
  }
  return { operations, before } as unknown as SessionCode;
}

/** Refuses a log in whose code is not one of the person. */
type CodeCheck = (
  context: Pick<SessionContext, 'input' | 'session'>,
  judge: SessionTools['judgeCode'],
  person: unknown,
) => Promise<void>;

/** Creates the check of the code of a log in. It refuses a missing one after the right password alone, so that no other client learns who has a second factor. */
function createCodeCheck({ code }: LogInPlan, { line }: OperationPlan): CodeCheck {
  if (code === undefined) return async () => {};
  return async ({ input, session }, judge, person) => {
    const sent = readPathValue(input, code.path);
    const verdict = await judge(person, typeof sent === 'string' ? sent : undefined);
    if (verdict === 'wrong') session.refuse({ condition: 'wrong credentials', line });
    if (verdict === 'required') session.refuse({ condition: 'second factor required', line: code.line });
  };
}

/** Compares the password outside of the transaction, then the code. It takes as long if there is no such record. */
function createComparison({ by, password }: LogInPlan, resource: ResourcePlan, check: CodeCheck): Run {
  const folded = listFolded(resource, new Set(by.map(({ field }) => field)));
  const where = by
    .map(({ field }) =>
      folded.has(field) ? `${field}.lowerAscii() == input.${field}.lowerAscii()` : `${field} == input.${field}`,
    )
    .join(' and ');
  return async ({ input, store, password: passwords, session }): Promise<Prepared | undefined> => {
    const values = Object.fromEntries(by.map(({ field, path }) => [field, readPathValue(input, path)]));
    // Several records may have no such value, so that none is found without one.
    const isNamed = Object.values(values).every((value) => value !== undefined && value !== null);
    const record = isNamed ? await store.asService.find(resource.name, { where, input: values }) : undefined;
    const text = readPathValue(input, password.path);
    const hash = typeof text === 'string' ? record?.[password.field] : undefined;
    const matches = await passwords.matches(String(text), hash);
    if (!matches || record === undefined) return undefined;
    await check({ input, session }, session.judgeCode, record[resource.identity]);
    const renewed = await session.renew(String(text), String(hash));
    return { id: record[resource.identity], hash: String(hash), renewed };
  };
}

/** The fields whose case does not matter, by the constraints that make exactly these fields unique. */
function listFolded({ uniques }: ResourcePlan, names: ReadonlySet<string>): ReadonlySet<string> {
  const own = uniques.filter(
    ({ fields, where }) =>
      where === undefined && fields.length === names.size && fields.every((field) => names.has(field)),
  );
  return new Set(own.flatMap(({ ignoring, fields: [first = ''] }) => (ignoring === 'case' ? [first] : [])));
}

/**
 * Issues a credential, unless the record or its password is another one by now. A hash with other costs is replaced; a log in at the same
 * time may have done it before.
 */
function createLogIn(
  { scheme, password, refreshed }: LogInPlan,
  { name, identity }: ResourcePlan,
  { line }: OperationPlan,
  check: CodeCheck,
): Run {
  return async ({ input, prepared: found, store, session }) => {
    const prepared = found as Prepared | undefined;
    const { id, hash, renewed } = prepared ?? {};
    // Before the record is read: log ins that hold it together would each wait for the others.
    if (renewed !== undefined) await session.exchange({ resource: name, field: password.field, id }, hash!, renewed);
    const record = prepared === undefined ? undefined : await store.asService.get(name, prepared.id);
    const stored = record?.[password.field];
    if (record === undefined || typeof stored !== 'string' || (stored !== hash && stored !== renewed))
      return session.refuse({ condition: 'wrong credentials', line });
    await check({ input, session }, session.useCode, id);
    await session.begin(scheme, String(record[identity]), refreshed === true);
    return record;
  };
}

/** Replaces a refresh token and issues a credential, whose record the response may show. */
function createRefresh(
  { scheme, token }: SessionPlan & { readonly does: 'refresh' },
  resource: ResourcePlan,
  { line }: OperationPlan,
  plan: Plan,
): Run {
  const type = getIdentityType(plan, resource);
  return async ({ input, store, session }) => {
    const subject = await session.refresh(scheme, String(readPathValue(input, token)), line);
    if (subject === undefined) return {};
    const record = await store.asService.get(resource.name, readIdentity(type, subject));
    return record ?? session.refuse({ condition: 'invalid credential', line });
  };
}

/** Ends the credential of the request, or all of its holder, whose record the response may show; a credential of another scheme is not a session. */
function createLogOut(
  { scheme, every }: SessionPlan & { readonly does: 'log out' },
  resource: ResourcePlan,
  { line, responses }: OperationPlan,
  plan: Plan,
): Run {
  const type = getIdentityType(plan, resource);
  const isShown = responses.some(({ shape }) => shape !== undefined);
  return async ({ caller, store, revoke, session }) => {
    if (caller === undefined || session.presented !== scheme) return session.refuse({ condition: 'forbidden', line });
    if (every === true) await session.endAll(scheme, caller.id);
    else await revoke();
    return (isShown && (await store.asService.get(resource.name, readIdentity(type, caller.id)))) || {};
  };
}
