import type { Comparison } from '../../comparing/comparison.ts';

/** What is stated of all operations together, in two documents. */
export type ServicePair = Comparison;
