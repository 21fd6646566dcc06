import type { ParameterRule } from './contract.ts';
import { findHeaders, writeHeaderRows } from './headers.ts';

/** The header `If-Match`, and `If-None-Match` of a request that changes something, is a precondition. */
export const preconditions: ParameterRule = {
  find: (api) =>
    findHeaders(api, /^if-(none-)?match$/i).filter(
      ({ operation, parameter }) => operation.method !== 'GET' || /^if-match$/i.test(parameter.name),
    ),
  write(taken, draft) {
    draft.sections.preconditions.tables.push({
      columns: ['Operations', 'Condition', 'When absent'],
      rows: [...writeHeaderRows(taken, draft, 'Condition', 'is a precondition, because HTTP defines it')],
    });
  },
};
