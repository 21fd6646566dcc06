import { operationKinds } from '../../../plan/kinds.ts';
import type { OperationMember } from './contract.ts';

/** `revoke token`: the revocation of a token (RFC 7009). */
export const revokeToken: OperationMember = {
  name: 'revoke token',
  form: 'revoke token',
  means: (name) => name.standard === 'revoke token',
  does: 'ends a token',
  methods: ['POST'],
  ...operationKinds['revoke token'],
  request: 'by its standard',
  requestPlace: 'input request',
  needsRequest: false,
  response: 'by its standard',
  statuses: [200],
  parameters: 'none',
};
