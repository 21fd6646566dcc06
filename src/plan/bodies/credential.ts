import type { AnswerShape } from '../shape.ts';

/** Whether a response shows the credential of the caller. */
export function showsCredential(shape: AnswerShape | undefined): boolean {
  return findCredential(shape) !== undefined;
}

/** Returns the path of the credential in a response; undefined if it shows none. */
export function findCredential(shape: AnswerShape | undefined): readonly string[] | undefined {
  if (shape?.kind === 'role') return shape.role === 'credential' ? [] : undefined;
  if (shape?.kind !== 'object') return undefined;
  for (const { name, shape: inner } of shape.members) {
    const path = findCredential(inner);
    if (path !== undefined) return [name, ...path];
  }
  return undefined;
}
