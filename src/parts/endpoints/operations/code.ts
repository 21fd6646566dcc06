import { operationKinds } from '../../../plan/kinds.ts';
import type { OperationMember } from './contract.ts';

/** `<verb> X (code)`: a handler in TypeScript. */
export const code: OperationMember = {
  name: 'code',
  form: '<verb> X (code)',
  means: (name) => name.code,
  does: 'runs code',
  methods: ['POST', 'GET', 'PUT', 'PATCH', 'DELETE'],
  ...operationKinds.code,
  request: 'shape',
  requestPlace: 'input request',
  needsRequest: false,
  response: 'of code',
  statuses: [],
  parameters: 'of a record',
};
