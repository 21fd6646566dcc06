import { own } from '../../text/own-property.ts';
import type { Examples, Exchange } from '../examples/exchange.ts';

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
