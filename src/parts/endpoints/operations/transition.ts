import { operationKinds } from '../../../plan/kinds.ts';
import type { OperationMember } from './contract.ts';

/** `<transition> X`: a record taken from one state to another, or acted on. */
export const transition: OperationMember = {
  name: 'transition',
  form: '<transition> X',
  means: (name) => name.standard === undefined && !name.code,
  does: 'runs a transition',
  methods: ['POST', 'PUT', 'PATCH', 'DELETE'],
  ...operationKinds.transition,
  request: 'shape',
  requestPlace: 'input request',
  needsRequest: false,
  response: 'record',
  statuses: [],
  parameters: 'of a record',
};
