import type { AnswerShape } from '../shape.ts';

/** Whether a response shows the credential of the caller; `always`: whether or not there is one. */
export function showsCredential(shape: AnswerShape | undefined, always = false): boolean {
  return findCredential(shape, always) !== undefined;
}

/** Returns the path of the credential in a response; undefined if it shows none. `always`: optional members do not count. */
export function findCredential(shape: AnswerShape | undefined, always = false): readonly string[] | undefined {
  if (shape?.kind === 'role') return shape.role === 'credential' ? [] : undefined;
  if (shape?.kind !== 'object') return undefined;
  for (const { name, optional, shape: inner } of shape.members) {
    const path = always && optional ? undefined : findCredential(inner, always);
    if (path !== undefined) return [name, ...path];
  }
  return undefined;
}
