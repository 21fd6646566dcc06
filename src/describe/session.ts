import { findCredential, findRefreshToken } from '../plan/bodies/credential.ts';
import type { OperationPlan } from '../plan/operation.ts';
import { present } from '../text/present.ts';
import { listConstants } from './client/facts.ts';
import type { SessionData } from './session-data.ts';

type SessionFacts = {
  readonly [Name in 'session' | 'issues' | 'responses' | 'input']?: OperationPlan[Name] | undefined;
};

/** Says where an operation has the tokens of a session, and which operation ends one. */
export function describeSession({ session, issues, responses, input }: SessionFacts): SessionData {
  if (session?.does === 'log out') return { ends: true };
  if (session === undefined && issues === undefined) return {};
  const find = (inShape: typeof findCredential): readonly string[] | undefined =>
    (responses ?? []).flatMap(({ shape }) => [inShape(shape)]).find((path) => path !== undefined);
  const [credential, refreshToken] = [find(findCredential), find(findRefreshToken)];
  const constants = input === undefined ? {} : listConstants(input);
  return {
    ...present({ credential, refreshToken }),
    ...(session?.does === 'refresh' ? { refreshes: { path: session.token, constants: constants ?? {} } } : {}),
  };
}
