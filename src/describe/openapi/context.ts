import type { createErrorBody } from '../../codegen/errors.ts';
import type { JsonSchema } from '../../parts/registry.ts';
import type { WholePlan } from '../../plan/whole.ts';
import type { EventExample, Examples } from '../examples/exchange.ts';
import type { Components } from '../schemas/index.ts';
import type { FindRefusal } from './examples.ts';
import type { OpenapiVersion } from './options.ts';

/** The parts of an OpenAPI description that its operations share. */
export interface OpenapiContext {
  readonly plan: WholePlan;
  readonly openapi: OpenapiVersion;
  readonly schemas: Components;
  readonly references: References;
  readonly examples: Examples;
  readonly findRefusal: FindRefusal;
  readonly events: readonly EventExample[];
  /** Writes the body of a refusal as the service does. */
  readonly errorBody: ReturnType<typeof createErrorBody>;
}

/** Headers, responses and parameters that several operations share; equal ones are described once. */
export interface References {
  readonly headers: ReadonlyMap<string, JsonSchema>;
  readonly responses: ReadonlyMap<string, JsonSchema>;
  readonly parameters: ReadonlyMap<string, JsonSchema>;
  /** Returns a reference to a header under a name, or the name and a number if it is taken by another. */
  header(name: string, header: JsonSchema): JsonSchema;
  response(name: string, response: JsonSchema): JsonSchema;
  parameter(name: string, parameter: JsonSchema): JsonSchema;
}

/** Creates an empty set of shared headers, responses and parameters. */
export function createReferences(): References {
  const headers = createTable('#/components/headers/');
  const responses = createTable('#/components/responses/');
  const parameters = createTable('#/components/parameters/');
  return {
    headers: headers.all,
    responses: responses.all,
    parameters: parameters.all,
    header: headers.add,
    response: responses.add,
    parameter: parameters.add,
  };
}

function createTable(prefix: string): {
  readonly all: ReadonlyMap<string, JsonSchema>;
  add(name: string, value: JsonSchema): JsonSchema;
} {
  const all = new Map<string, JsonSchema>();
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  return {
    all,
    add(wanted, value) {
      const text = `${wanted} ${JSON.stringify(value)}`;
      let name = names.get(text);
      for (let count = counts.get(wanted) ?? 1; name === undefined; count++) {
        const free = count === 1 ? wanted : `${wanted}${count}`;
        if (!all.has(free)) name = free;
        counts.set(wanted, count);
      }
      names.set(text, name);
      all.set(name, value);
      return { $ref: prefix + name };
    },
  };
}
