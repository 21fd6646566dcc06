import { composeRequest } from '../../../describe/examples/compose.ts';
import type { Held } from '../../../describe/examples/stage.ts';
import { findRefreshToken } from '../../../plan/bodies/credential.ts';
import type { OperationPlan } from '../../../plan/operation.ts';
import type { SchemePlan } from '../../../plan/plan.ts';
import type { Json } from '../../../plan/schema.ts';
import type { Case, Check } from '../../check.ts';
import { type Outcome, proven, unreached, violated } from '../../ledger/verdict.ts';
import type { Prover } from '../../prover.ts';
import { describeExpected, findExpected, isExpected, judgeRejection, readCode } from '../../rejections.ts';
import { putAt, readAt } from '../../values/places.ts';
import { findResponse } from '../../values/shown.ts';
import type { Exchanged } from '../../world/exchanged.ts';
import { findLogIn, logIn, type Person, sendLogIn, signUp } from '../../world/sessions.ts';

/** People log in with their password alone; a session ends when it is logged out, refreshed or old. */
export const sessions: Check = {
  part: 'authentication',
  name: 'sessions',
  says: 'A person signs up, logs in, with the right and a wrong password, refreshes the session and logs out; the credential of a session that has ended is rejected.',
  cases: (prover) =>
    prover.plan.authentication.schemes.flatMap((scheme): readonly Case[] => {
      const login = findLogIn(prover.plan, scheme.name);
      if (scheme.holder === undefined || scheme.disabled === true) return [];
      const ends = prover.operations.filter(
        ({ session }) => (session?.does === 'log out' || session?.does === 'refresh') && session.scheme === scheme.name,
      );
      return [
        ...(login === undefined
          ? []
          : [
              { line: login.line, about: `${login.name} opens a session`, run: () => open(prover, scheme, login) },
              {
                line: login.line,
                about: `${login.name} with a wrong password`,
                run: () => failToLogIn(prover, scheme, login, 'password'),
              },
              {
                line: login.line,
                about: `${login.name} of a person who is not known`,
                run: () => failToLogIn(prover, scheme, login, 'name'),
              },
            ]),
        ...ends.map((operation) => ({
          line: operation.line,
          about: `${operation.name} ends the session before it`,
          run: () => (operation.session?.does === 'refresh' ? renew : leave)(prover, scheme, operation),
        })),
      ];
    }),
};

/** An operation that needs a credential of a scheme and nothing else. */
function findGuarded({ operations }: Prover): OperationPlan | undefined {
  return operations.find(
    ({ method, segments, access, parameters }) =>
      method === 'GET' &&
      segments.every(({ kind }) => kind === 'fixed') &&
      parameters.every(({ required }) => !required) &&
      !access.open &&
      access.grants.some(({ kind }) => kind === 'authenticated') &&
      access.grants.every(({ kind }) => kind !== 'public'),
  );
}

/** A person of its own, with a session. */
async function makePerson({ ground }: Prover, scheme: SchemePlan): Promise<Person | undefined> {
  return ground.freshly(() => signUp(ground, scheme, 'guest'));
}

/** Uses a credential. */
function use({ ground }: Prover, scheme: SchemePlan, operation: OperationPlan, text: string): Promise<Exchanged> {
  const held: Held = { scheme, text };
  return ground.send(composeRequest(ground.stage, operation, { held }));
}

async function open(prover: Prover, scheme: SchemePlan, login: OperationPlan): Promise<Outcome> {
  const person = await makePerson(prover, scheme);
  const guarded = findGuarded(prover);
  if (person?.login === undefined) return unreached('no operation signs up a person who can log in');
  if (guarded === undefined) return unreached('no operation shows whether the session is open');
  const one = await sendLogIn(prover.ground, login, person.login);
  if (one.response.status >= 400)
    return one.response.status === 401
      ? violated(`\`${login.name}\` with the password of the sign up succeeds`, '401', one)
      : unreached(`the service responded ${one.response.status}`);
  const text = await logIn(prover.ground, scheme, person.login);
  if (text === undefined) return unreached('the response shows no credential');
  const used = await use(prover, scheme, guarded, text);
  return used.response.status === 401
    ? violated(`the credential of \`${login.name}\` is accepted by \`${guarded.name}\``, '401', used)
    : proven;
}

async function failToLogIn(
  prover: Prover,
  scheme: SchemePlan,
  login: OperationPlan,
  wrong: 'password' | 'name',
): Promise<Outcome> {
  const person = await makePerson(prover, scheme);
  const { session } = login;
  if (person?.login === undefined || session?.does !== 'log in')
    return unreached('no operation signs up a person who can log in');
  const path = wrong === 'password' ? session.password.path : session.by[0]?.path;
  const value = path && readAt(person.login, path);
  if (path === undefined || typeof value !== 'string') return unreached('the log in sends no text there');
  const other = value.includes('@') ? `nobody-7q3v-${value}` : `${value}7q3v`;
  const body = putAt(person.login, path, other) as Json;
  const one = await sendLogIn(prover.ground, login, body);
  return judgeRejection(prover, login, one, {
    conditions: ['wrong credentials'],
    words: wrong === 'password' ? 'with a wrong password' : 'of a person who is not known',
  });
}

/** After a log out the credential is rejected, and one of another session is not, unless all of them end. */
async function leave(prover: Prover, scheme: SchemePlan, operation: OperationPlan): Promise<Outcome> {
  const person = await makePerson(prover, scheme);
  const guarded = findGuarded(prover);
  if (person === undefined) return unreached('no operation signs up a person');
  if (guarded === undefined) return unreached('no operation shows whether the session is open');
  const { text } = person.caller;
  const other = person.login === undefined ? undefined : await logIn(prover.ground, scheme, person.login);
  if ((await use(prover, scheme, guarded, text)).response.status === 401)
    return unreached('the session was not open before');
  const left = await use(prover, scheme, operation, text);
  if (left.response.status >= 400) return unreached(`the service responded ${left.response.status}`);
  const ended = await judgeEnded(prover, scheme, guarded, text, operation);
  if (ended.kind !== 'proven' || other === undefined || operation.session?.does !== 'log out') return ended;
  if (operation.session.every === true) return judgeEnded(prover, scheme, guarded, other, operation);
  const still = await use(prover, scheme, guarded, other);
  return still.response.status === 401
    ? violated(`\`${operation.name}\` ends one session alone`, 'another session of the person has ended too', still)
    : proven;
}

async function judgeEnded(
  prover: Prover,
  scheme: SchemePlan,
  guarded: OperationPlan,
  text: string,
  by: OperationPlan,
): Promise<Outcome> {
  const one = await use(prover, scheme, guarded, text);
  const { status, body } = one.response;
  const expected = findExpected(prover.plan, guarded, ['invalid credential', 'no credential']);
  const wanted = `a credential is rejected after \`${by.name}\` with ${describeExpected(expected)}`;
  if (status < 400) return violated(wanted, `${status}: it was accepted`, one);
  if (isExpected(prover.plan, expected, one)) return proven;
  return status === 429 || status === 503
    ? unreached(`the service responded ${status}`)
    : violated(wanted, `${status} ${readCode(prover.plan.errors, body) ?? ''}`.trim(), one);
}

/** A refresh gives a credential that is accepted; the refresh token is used up. */
async function renew(prover: Prover, scheme: SchemePlan, operation: OperationPlan): Promise<Outcome> {
  const person = await makePerson(prover, scheme);
  const guarded = findGuarded(prover);
  const { session } = operation;
  const { stage } = prover.ground;
  if (person?.login === undefined || session?.does !== 'refresh') return unreached('no operation signs up a person');
  if (guarded === undefined) return unreached('no operation shows whether the session is open');
  stage.refreshToken = undefined;
  await logIn(prover.ground, scheme, person.login);
  const token = stage.refreshToken as string | undefined;
  if (token === undefined) return unreached('the log in shows no refresh token');
  const body = session.token.toReversed().reduce<Json>((inner, name) => ({ [name]: inner }), token);
  const send = (): Promise<Exchanged> => sendLogIn(prover.ground, operation, body);
  const one = await send();
  if (one.response.status >= 400) return unreached(`the service responded ${one.response.status}`);
  const path = findRefreshToken(findResponse(operation, one.response.status)?.shape);
  const next = path && readAt(one.response.body, path);
  if (path !== undefined && next === token)
    return violated(`\`${operation.name}\` gives another refresh token`, 'the same one', one);
  return proven;
}
