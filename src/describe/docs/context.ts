import type { CodePlan } from '../../plan/errors-events-limits.ts';
import type { OperationPlan } from '../../plan/operation.ts';
import type { WholePlan } from '../../plan/whole.ts';
import type { WireError } from '../wire/errors.ts';
import { describeWire } from '../wire/index.ts';
import type { DocsInput } from './operation/input.ts';
import { type Common, findCommon } from './shared.ts';

/** The facts that all sections of a page are written from. */
export interface Context {
  readonly input: DocsInput;
  readonly plan: WholePlan;
  readonly codes: ReadonlyMap<string, CodePlan>;
  /** The refusals of each operation. */
  readonly refusals: ReadonlyMap<OperationPlan, readonly WireError[]>;
  /** The facts that each operation shares with others. */
  readonly common: ReadonlyMap<OperationPlan, Common>;
}

/** Prepares what the sections of a page share. */
export function createContext(input: DocsInput): Context {
  const { plan } = input;
  const codes = new Map(plan.errors.codes.map((code) => [code.code, code]));
  const refusals = new Map(describeWire(plan).operations.map(({ plan: operation, errors }) => [operation, errors]));
  return { input, plan, codes, refusals, common: findCommon(plan) };
}
