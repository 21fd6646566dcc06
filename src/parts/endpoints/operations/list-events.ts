import { operationKinds } from '../../../plan/kinds.ts';
import type { OperationMember } from './contract.ts';

/** `list events`: the kept events, page by page. */
export const listEvents: OperationMember = {
  name: 'list events',
  form: 'list events',
  means: (name) => name.standard === 'list events',
  does: 'changes nothing',
  methods: ['GET'],
  ...operationKinds['list events'],
  request: 'none',
  requestPlace: 'input request',
  needsRequest: false,
  response: 'events',
  statuses: [200],
  parameters: 'of a list of events',
};
