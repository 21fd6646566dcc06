import type { AnswerShape } from '../shape.ts';

/** Whether a response shows the credential of the caller. */
export function showsCredential(shape: AnswerShape | undefined): boolean {
  switch (shape?.kind) {
    case 'role':
      return shape.role === 'credential';
    case 'object':
      return shape.members.some((member) => showsCredential(member.shape));
    default:
      return false;
  }
}
