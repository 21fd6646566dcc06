import { operationKinds } from '../../../plan/kinds.ts';
import type { OperationMember } from './contract.ts';

/** `create X`: a new record. */
export const create: OperationMember = {
  name: 'create',
  form: 'create X',
  means: (name) => name.verb === 'create' && name.resource !== undefined && !name.code,
  does: 'makes a record',
  methods: ['POST', 'PUT'],
  ...operationKinds.create,
  request: 'shape',
  requestPlace: 'create request',
  needsRequest: false,
  response: 'new record',
  statuses: [201, 200, 202, 204],
  parameters: 'of a record',
};
