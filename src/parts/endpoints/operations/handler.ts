import { operationKinds } from '../../../plan/kinds.ts';
import type { OperationMember } from './contract.ts';

/** `<verb> X (handler)`: a handler in TypeScript. */
export const handler: OperationMember = {
  name: 'handler',
  form: '<verb> X (handler)',
  means: (name) => name.code,
  does: 'runs code',
  methods: ['POST', 'GET', 'PUT', 'PATCH', 'DELETE'],
  ...operationKinds.handler,
  request: 'shape',
  requestPlace: 'input request',
  needsRequest: false,
  response: 'of code',
  statuses: [],
  parameters: 'of a record',
};
