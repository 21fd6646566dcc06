import type { ParameterPlan } from '../../src/plan/operation.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { shops } from './plans.ts';

const search: ParameterPlan = {
  name: 'q',
  in: 'query',
  mapsTo: { kind: 'search', fields: ['memo', 'tags', 'say "hi"'] },
  required: false,
  line: 1,
};

/** `shops`, with a list of invoices that searches three fields. */
export const searchedShops: Plan = {
  ...shops,
  digest: 'searched',
  operations: shops.operations.map((operation) => {
    if (operation.kind !== 'list' || operation.resource !== 'Invoice') return operation;
    return { ...operation, parameters: [...operation.parameters, search] };
  }),
};

/** The same, whose invoices callers of another scope search without a row rule. */
export const searchedByAll: Plan = {
  ...searchedShops,
  digest: 'searched by all',
  operations: searchedShops.operations.map((operation) => {
    if (operation.kind !== 'list' || operation.resource !== 'Invoice') return operation;
    const grants = [...operation.access.grants, { scope: 'auditor', kind: 'scope', line: 1 } as const];
    return { ...operation, access: { ...operation.access, grants } };
  }),
};
