import type { StepDefinition } from '../../../contracts/definition.ts';
import { withSubscriptions } from '../../events/serve/subscribing.ts';
import { writesRecord } from '../serve.ts';

/** Checks the whole record as it would be. What is wrong is answered behind the references, all of it together. */
export const validate: StepDefinition = {
  plan({ operation, resource }) {
    if (resource === undefined || !writesRecord(operation, resource)) return [];
    return [{ words: `validate the ${resource.name} against its field types and constraints`, line: resource.line }];
  },
  create: (op) => {
    const resource = op.resource!;
    return withSubscriptions(op, (ctx) => {
      if (ctx.after === undefined) return undefined;
      ctx.fieldErrors ??= [];
      resource.validate(ctx.after, ctx.fieldErrors, ctx.before, ctx.validated);
      return undefined;
    });
  },
};
