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

/** Finds the exchange that shows an error code of an operation. */
export type FindRefusal = (operation: string, code: string) => Exchange | undefined;

/**
 * Creates the lookup of played refusals. Exchanges whose bodies differ in their trace alone are shown by the first of them, so that
 * operations can share the response.
 */
export function createFindRefusal(examples: Examples): FindRefusal {
  const firsts = new Map<string, Exchange>();
  for (const exchange of Object.values(examples).flat()) {
    const key = withoutTrace(exchange);
    if (exchange.code !== undefined && !firsts.has(key)) firsts.set(key, exchange);
  }
  return (operation, code) => {
    const played = own(examples, operation)?.find((exchange) => exchange.code === code);
    return played && firsts.get(withoutTrace(played));
  };
}

const trace = /[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}/g;

function withoutTrace({ code, response }: Exchange): string {
  return `${code} ${response.status} ${JSON.stringify(response.body)}`.replaceAll(trace, '');
}
