import { operationKinds } from '../../../plan/kinds.ts';
import type { OperationMember } from './contract.ts';

/** `update X`: a merge patch of a record (RFC 7396). */
export const update: OperationMember = {
  name: 'update',
  form: 'update X',
  means: (name) => name.verb === 'update' && name.resource !== undefined && !name.code,
  does: 'changes a record by a merge patch',
  methods: ['PATCH', 'PUT', 'POST'],
  ...operationKinds.update,
  request: 'shape',
  requestPlace: 'update request',
  needsRequest: true,
  response: 'record',
  statuses: [200, 202, 204],
  parameters: 'of a record',
};
