import { operationKinds } from '../../../plan/kinds.ts';
import type { OperationMember } from './contract.ts';

/** `replace X`: all that may be changed in a record, sent anew. */
export const replace: OperationMember = {
  name: 'replace',
  form: 'replace X',
  means: (name) => name.verb === 'replace' && name.resource !== undefined && !name.code,
  does: 'replaces what may be changed in a record',
  methods: ['PUT'],
  ...operationKinds.replace,
  request: 'shape',
  requestPlace: 'replace request',
  needsRequest: true,
  response: 'record',
  statuses: [200, 202, 204],
  parameters: 'of a record',
};
