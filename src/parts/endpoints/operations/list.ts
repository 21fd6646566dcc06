import { operationKinds } from '../../../plan/kinds.ts';
import type { OperationMember } from './contract.ts';

/** `list X`: several records, page by page. */
export const list: OperationMember = {
  name: 'list',
  form: 'list X',
  means: (name) => name.verb === 'list' && name.resource !== undefined && !name.code,
  does: 'changes nothing',
  methods: ['GET'],
  ...operationKinds.list,
  request: 'none',
  requestPlace: 'input request',
  needsRequest: false,
  response: 'records',
  statuses: [200, 203],
  parameters: 'of a list',
};
