import { operationKinds } from '../../../plan/kinds.ts';
import type { OperationMember } from './contract.ts';

/** `read event`: one kept event. */
export const readEvent: OperationMember = {
  name: 'read event',
  form: 'read event',
  means: (name) => name.standard === 'read event',
  does: 'changes nothing',
  methods: ['GET'],
  ...operationKinds['read event'],
  request: 'none',
  requestPlace: 'input request',
  needsRequest: false,
  response: 'event',
  statuses: [200],
  parameters: 'none',
};
