import type { StepDefinition } from '../../../contracts/definition.ts';
import { describeInputOnly } from '../serve/bodies/input-words.ts';
import { createReading } from '../serve/parameters.ts';

/** Reads the parameters of the query and of headers; their errors are answered together with the body's. */
export const parameters: StepDefinition = {
  plan({ operation: { parameters: all, line } }) {
    const words = `check the parameters and reject unknown ones${describeInputOnly(all)}`;
    const refusals = [{ condition: 'malformed request' }, { condition: 'invalid input' }];
    return [{ words, refusals, line: all[0]?.line ?? line }];
  },
  create: createReading,
};
