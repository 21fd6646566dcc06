import type { OperationPlan } from '../operation.ts';
import type { AnswerShape } from '../shape.ts';

/** Whether a response shows the credential of the caller; `always`: whether or not there is one. */
export function showsCredential(shape: AnswerShape | undefined, always = false): boolean {
  return findCredential(shape, always) !== undefined;
}

/** Whether a response shows a credential or a refresh token. */
export function showsIssued(shape: AnswerShape | undefined): boolean {
  return findCredential(shape) !== undefined || findRefreshToken(shape) !== undefined;
}

/** Returns the path of the credential in a response; undefined if it shows none. `always`: optional members do not count. */
export function findCredential(shape: AnswerShape | undefined, always = false): readonly string[] | undefined {
  return findRole(shape, 'credential', always);
}

/** Returns the path of the refresh token in a response; undefined if it shows none. */
export function findRefreshToken(shape: AnswerShape | undefined): readonly string[] | undefined {
  return findRole(shape, 'refresh token', false);
}

/** Whether a response of an operation shows a refresh token. */
export function showsRefreshToken({ responses }: Pick<OperationPlan, 'responses'>): boolean {
  return responses.some(({ shape }) => findRefreshToken(shape) !== undefined);
}

function findRole(shape: AnswerShape | undefined, role: string, always: boolean): readonly string[] | undefined {
  if (shape?.kind === 'role') return shape.role === role ? [] : undefined;
  if (shape?.kind !== 'object') return undefined;
  for (const { name, optional, shape: inner } of shape.members) {
    const path = always && optional ? undefined : findRole(inner, role, always);
    if (path !== undefined) return [name, ...path];
  }
  return undefined;
}
