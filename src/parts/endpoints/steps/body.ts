import type { StepDefinition } from '../../../contracts/definition.ts';
import type { Making } from '../../../contracts/operation-context.ts';
import type { Refusal } from '../../../contracts/refusal.ts';
import type { Step } from '../../../contracts/step.ts';
import { formReader } from '../serve/bodies/form.ts';

/** Parses the body: a text that is no JSON, or names a member twice, is a malformed request (RFC 8259, RFC 7493). */
export const body: StepDefinition = {
  plan: ({ operation: { method, input, line } }) =>
    method === 'GET' && input === undefined ? [] : [{ words: 'reads the body as JSON', refusals: [malformed], line }],
  create: createParser,
};

const malformed = { condition: 'malformed request' } satisfies Refusal;

function createParser(making: Making): Step {
  const { operation, parse, plan } = making;
  const form = formReader(making.turning?.shown ?? plan, (making.turning?.older ?? operation).input, parse);
  return (given) => {
    if (given.text === undefined) return undefined;
    const parsed = given.bodyKind === 'form' ? form(given.text) : parse(given.text);
    if ('problem' in parsed)
      return { ...malformed, fields: [{ pointer: '', problem: 'type', message: parsed.problem }] };
    given.body = parsed.value;
    return undefined;
  };
}
