import { createBody } from '../body.ts';
import { holdCredential, listGrants } from '../callers.ts';
import { createSource, type Held } from '../stage.ts';
import { areAllSeen, type Probe, send } from './probe.ts';

/** A request without a credential. */
export const noCredential: Probe = async (trial) => {
  await send(trial, { held: undefined }, 'Without a credential');
};

/** A request with an unknown credential. */
export const invalidCredential: Probe = async (trial) => {
  const { stage, operation, pieces } = trial;
  if (operation.session?.does === 'refresh') {
    const refreshToken = stage.refreshToken && spoil(stage.refreshToken);
    const body = createBody({ ...createSource(stage, 0), refreshToken }, operation.input!);
    await send(trial, { body }, 'With a refresh token that is not valid');
    return;
  }
  const scheme = stage.plan.authentication.schemes.find(
    ({ disabled, sentIn }) => disabled !== true && sentIn.length > 0,
  );
  const held = pieces.held ?? (await holdCredential(stage, operation, { scopes: [] }));
  if (held !== undefined)
    await send(trial, { held: { ...held, text: spoil(held.text) } }, 'With a credential that is not valid');
  else if (scheme !== undefined)
    await send(trial, { held: { scheme, text: 'unknown' } }, 'With a credential that is not valid');
};

/** A text of the same form with another end. */
function spoil(text: string): string {
  const end = text.slice(-6);
  return text.slice(0, -6) + (end === 'AAAAAA' ? 'BBBBBB' : 'AAAAAA');
}

/** A request with a credential that lacks the scope, then one of somebody else. */
export const forbidden: Probe = async (trial, condition) => {
  const { stage, operation } = trial;
  const granted = new Set(operation.access.grants.map(({ scope }) => scope));
  const others = stage.plan.authentication.scopes.filter((scope) => !granted.has(scope));
  const everybody = operation.access.grants.some(({ kind }) => kind !== 'scope');
  const tries: readonly (readonly string[])[] = everybody ? [] : [others.slice(0, 1), []];
  for (const scopes of tries) {
    const held = await holdCredential(stage, operation, { scopes });
    const lacks = scopes.length === 0 ? 'no scope' : `the scope ${scopes[0]} only`;
    if (held !== undefined) await send(trial, { held }, `With a credential that has ${lacks}`);
    if (areAllSeen(trial, condition)) return;
  }
  const held = await holdForeign(trial);
  if (held !== undefined) await send(trial, { held }, 'With the credential of somebody else');
};

/** The credential of another person, who may call the operation but has other records. */
export async function holdForeign({ stage, operation }: Parameters<Probe>[0]): Promise<Held | undefined> {
  const grant = listGrants(operation).find(({ where }) => where !== undefined);
  return grant === undefined ? undefined : holdCredential(stage, operation, { grant, person: 1 });
}
