import type { StepDefinition } from '../../../steps/definition.ts';
import { olderInput } from '../../versioning/serve.ts';
import { inputStep } from '../serve-input.ts';
import { inBody } from '../serve-input-words.ts';

/** Checks the body member by member, with the parameters; turns the request down with all that was found before the record. */
export const input: StepDefinition = {
  plan({ operation: { method, input: shape, resource, line }, older }) {
    if (shape !== undefined) return [{ words: `checks the body member by member${inBody(shape, resource)}`, line }];
    const hasNone = method === 'GET' || method === 'HEAD';
    if (hasNone && older === undefined) return [];
    return [{ words: hasNone ? 'checks the parameters' : 'takes no body, or an object without members', line }];
  },
  create: (making) => olderInput(making, inputStep(making)),
};
