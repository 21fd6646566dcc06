import type { StepDefinition } from '../../../contracts/definition.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { Refusal } from '../../../contracts/refusal.ts';
import type { Step } from '../../../contracts/step.ts';
import { getFileForm } from '../../../plan/files/file-bodies.ts';
import { createFormReader } from '../serve/bodies/form.ts';

/** Parses the body: a text that is no JSON, or names a member twice, is a malformed request (RFC 8259, RFC 7493). */
export const parseBody: StepDefinition = {
  plan: ({ operation: { method, input, line }, older }) =>
    (method === 'GET' && input === undefined) || getFileForm((older?.operation ?? { input }).input) !== undefined
      ? []
      : [{ words: 'parse the body as JSON', refusals: [malformed], line }],
  create: createParser,
};

const malformed = { condition: 'malformed request' } satisfies Refusal;

function createParser(op: OperationContext): Step {
  const { operation, parse, plan } = op;
  const form = createFormReader(op.transform?.shown ?? plan, (op.transform?.older ?? operation).input, parse);
  return (ctx) => {
    if (ctx.text === undefined) return undefined;
    const parsed = ctx.bodyKind === 'form' ? form(ctx.text) : parse(ctx.text);
    if ('problem' in parsed)
      return { ...malformed, fields: [{ pointer: '', problem: 'type', message: parsed.problem }] };
    ctx.body = parsed.value;
    return undefined;
  };
}
