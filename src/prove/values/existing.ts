import type { OperationPlan } from '../../plan/operation.ts';
import type { Exchanged } from '../world/exchanged.ts';

/** Why a response proves nothing about a create. */
export const old = 'the response may be of a record that existed';

/** Whether a response to a create may show a record that existed before. */
export function isOfExisting({ responses }: OperationPlan, { response }: Exchanged): boolean {
  return responses.some(({ exists, status }) => exists === true && status === response.status);
}
