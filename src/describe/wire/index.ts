import type { OperationPlan, ResponsePlan } from '../../plan/operation.ts';
import type { WholePlan } from '../../plan/whole.ts';
import { memo } from '../../text/memo.ts';
import { createOperationIds } from '../requests.ts';
import { showResponse } from './answers.ts';
import { listErrors, type WireError } from './errors.ts';
import { isBodyNeeded, sendBody } from './inputs.ts';
import { listParameters, type WireParameter } from './parameters.ts';
import type { WireType } from './type.ts';
import { describeOperation, summarize } from './words.ts';

/** The requests and responses of a service in one version, in the words of no language and for no printer. */
export interface Wire {
  readonly operations: readonly WireOperation[];
  /** Finds what an operation of the plan sends and gets. */
  readonly of: (operation: OperationPlan) => WireOperation;
}

/** The requests of an operation, and its responses. */
export interface WireOperation {
  readonly plan: OperationPlan;
  /** The name of the operation as one word: `createInvoice`. */
  readonly id: string;
  /** A few words: `Create an invoice`. */
  readonly summary: string;
  /** Markdown: meaning and prose, transitions, row rules, limits and events. */
  readonly description: string;
  readonly parameters: readonly WireParameter[];
  /** Left out: requests have no body that the document states. */
  readonly body?: WireType;
  /** Whether a request must have a body: without one an empty object is meant. */
  readonly needsBody: boolean;
  /** The responses that the document states, in its order. */
  readonly responses: readonly WireResponse[];
  /** The errors that it may give, by their status. */
  readonly errors: readonly WireError[];
}

/** A response that the document states. */
interface WireResponse {
  readonly plan: ResponsePlan;
  /** Left out: it is without a body, or the body is that of an error. */
  readonly type?: WireType;
}

/** Describes what a service and its clients send each other, once for each plan. */
export const describeWire = memo((plan: WholePlan): Wire => {
  const ids = createOperationIds(plan.operations);
  const operations = plan.operations.map((operation) => createOperation(plan, operation, ids.get(operation.name)!));
  const byPlan = new Map(operations.map((operation) => [operation.plan, operation]));
  return { operations, of: (operation) => byPlan.get(operation)! };
});

function createOperation(plan: WholePlan, operation: OperationPlan, id: string): WireOperation {
  const body = sendBody(plan, operation);
  return {
    plan: operation,
    id,
    summary: summarize(operation),
    description: describeOperation(plan, operation),
    parameters: listParameters(plan, operation),
    ...(body === undefined ? {} : { body }),
    needsBody: isBodyNeeded(operation, body),
    responses: operation.responses.map((response) => {
      const { shape } = response;
      return { plan: response, ...(shape === undefined ? {} : { type: showResponse(plan, operation, shape) }) };
    }),
    errors: listErrors(plan, operation),
  };
}
