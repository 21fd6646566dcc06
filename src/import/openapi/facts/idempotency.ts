import { cell } from '../../page/model.ts';
import type { ParameterRule } from './contract.ts';
import { findHeaders, writeHeaderRows } from './headers.ts';

const methods = ['POST', 'PUT', 'PATCH', 'DELETE'];

/** A header of a request that changes something, whose name ends in `Idempotency-Key`, is its key. */
export const idempotency: ParameterRule = {
  find: (api) =>
    findHeaders(api, /^([a-z0-9-]+-)?idempotency-?key$/i).filter(({ operation }) => methods.includes(operation.method)),
  write(taken, draft) {
    const rows = writeHeaderRows(taken, draft, 'Key', 'is an idempotency key, because of its name');
    draft.sections.idempotency.tables.push({
      columns: ['Operations', 'Key', 'Kept for', 'When absent'],
      rows: rows.map((row) => ({ ...row, cells: { ...row.cells, 'Kept for': cell('not shown') } })),
    });
  },
};
