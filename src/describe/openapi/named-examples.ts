import type { OperationPlan } from '../../plan/operation.ts';
import { own } from '../../text/own-property.ts';
import type { Examples, Exchange } from '../examples/exchange.ts';
import { summarize } from '../wire/words.ts';
import { capitalize, toPascal } from '../words.ts';

/** A request of an operation that succeeded, with the name under which its path, its parameters, its body and its response are examples. */
export interface NamedExample extends Exchange {
  readonly name: string;
  readonly summary: string;
}

/** Returns the examples of an operation that succeeded: tools put together what has one name. */
export function nameExamples(examples: Examples, operation: OperationPlan): readonly NamedExample[] {
  const played = (own(examples, operation.name) ?? []).filter(({ response }) => response.status < 400);
  return played.map((exchange, at) => {
    const { title } = exchange;
    const isTaken = played.slice(0, at).some((before) => before.title === title);
    const summary = title === operation.name ? summarize(operation) : capitalize(title);
    return { ...exchange, name: `${toPascal(title)}${isTaken ? at + 1 : ''}`, summary };
  });
}
