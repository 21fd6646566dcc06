import type { OperationKind } from '../../../plan/kinds.ts';
import type { OperationName } from '../model.ts';
import type { OperationMember } from './contract.ts';
import { create } from './create.ts';
import { remove } from './delete.ts';
import { handler } from './handler.ts';
import { issueToken } from './issue-token.ts';
import { list } from './list.ts';
import { listEvents } from './list-events.ts';
import { read } from './read.ts';
import { readEvent } from './read-event.ts';
import { replace } from './replace.ts';
import { revokeToken } from './revoke-token.ts';
import { streamEvents } from './stream-events.ts';
import { transition } from './transition.ts';
import { update } from './update.ts';

export type { OperationMember } from './contract.ts';

/** What an operation may do, in the order of the language reference; a transition is whatever is none of the others. */
export const operationMembers: readonly OperationMember[] = [
  create,
  read,
  list,
  update,
  replace,
  remove,
  issueToken,
  revokeToken,
  streamEvents,
  listEvents,
  readEvent,
  handler,
  transition,
];

const byName = new Map<OperationKind, OperationMember>(operationMembers.map((member) => [member.name, member]));

/** The member of a kind. */
export function getOperationMember(kind: OperationKind): OperationMember {
  return byName.get(kind)!;
}

/** The member that a name in the Operations table stands for. */
export function findOperationKind(name: OperationName): OperationMember {
  return operationMembers.find((member) => member.means(name)) ?? transition;
}
