import { operationKinds } from '../../../plan/kinds.ts';
import type { OperationMember } from './contract.ts';

/** `stream events`: Server-Sent Events as they happen. */
export const streamEvents: OperationMember = {
  name: 'stream events',
  form: 'stream events',
  means: (name) => name.standard === 'stream events',
  does: 'changes nothing',
  methods: ['GET'],
  ...operationKinds['stream events'],
  request: 'by its standard',
  requestPlace: 'input request',
  needsRequest: false,
  response: 'by its standard',
  statuses: [200],
  parameters: 'none',
};
