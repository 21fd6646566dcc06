import { operationKinds } from '../../../plan/kinds.ts';
import type { OperationMember } from './contract.ts';

/** `read X`: one record. */
export const read: OperationMember = {
  name: 'read',
  form: 'read X',
  means: (name) => name.verb === 'read' && name.resource !== undefined && !name.code,
  does: 'changes nothing',
  methods: ['GET'],
  ...operationKinds.read,
  request: 'none',
  requestPlace: 'input request',
  needsRequest: false,
  response: 'record',
  statuses: [200, 203],
  parameters: 'of a record',
};
