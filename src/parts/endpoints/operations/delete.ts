import { operationKinds } from '../../../plan/kinds.ts';
import type { OperationMember } from './contract.ts';

/** `delete X`: a record erased, or gone. */
export const remove: OperationMember = {
  name: 'delete',
  form: 'delete X',
  means: (name) => name.verb === 'delete' && name.resource !== undefined && !name.code,
  does: 'deletes a record',
  methods: ['DELETE', 'POST'],
  ...operationKinds.delete,
  request: 'none',
  requestPlace: 'input request',
  needsRequest: false,
  response: 'record',
  statuses: [204, 200, 202],
  parameters: 'of a record',
};
