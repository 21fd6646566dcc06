import { operationKinds } from '../../../plan/kinds.ts';
import type { OperationMember } from './contract.ts';

/** `issue token`: OAuth 2 client credentials (RFC 6749, 4.4). */
export const issueToken: OperationMember = {
  name: 'issue token',
  form: 'issue token',
  means: (name) => name.standard === 'issue token',
  does: 'makes a token',
  methods: ['POST'],
  ...operationKinds['issue token'],
  request: 'by its standard',
  requestPlace: 'input request',
  needsRequest: false,
  response: 'by its standard',
  statuses: [200],
  parameters: 'none',
};
