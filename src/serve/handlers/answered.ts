import { listSuccesses, type OperationPlan } from '../../plan/operation.ts';
import { describeValue } from '../../text/shown.ts';
import type { Run } from './run.ts';

/** A response that code chose by its status: what `answer` returns and the handler gives back. */
export class Answered {
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    this.status = status;
    this.body = body;
  }
}

/** Makes `answer(status, body?)` of an operation's code. Throws for a status that no Response of the operation states. */
export function createAnswerer(operation: OperationPlan): (run: Run) => (status: number, body?: unknown) => Answered {
  const { name } = operation;
  const responses = listSuccesses(operation);
  return (run) => (status, body) => {
    const stated = responses.filter((response) => response.status === status);
    if (stated.length === 0) {
      const statuses = [...new Set(responses.map((response) => response.status))].join(', ');
      throw new Error(
        `answer: ${name} states no Response with status ${typeof status === 'number' ? status : describeValue(status)}; it states ${statuses}`,
      );
    }
    if (body !== undefined && stated.every(({ shape }) => shape === undefined)) {
      throw new Error(`answer: the Response of ${name} with status ${status} has no body`);
    }
    const answered = new Answered(status, body);
    run.answered = answered;
    return answered;
  };
}

/** The body that a handler gave back, whether by `answer` or as it is. Throws where an `answer` was made and not given back. */
export function resolveBody(run: Run, result: unknown): unknown {
  if (result instanceof Answered) return result.body;
  if (run.answered === undefined) return result;
  throw new Error(`${run.name} called answer(${run.answered.status}) and did not return it`);
}

/** The indexes of an operation's Responses with a status. */
export function withStatus({ responses }: OperationPlan, { status }: Answered): readonly number[] {
  return [...responses.keys()].filter((at) => responses[at]!.status === status);
}
