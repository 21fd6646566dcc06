import type { StepDefinition, StepFacts } from '../../../contracts/definition.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { Step } from '../../../contracts/step.ts';
import { createCodeUse } from './present-code.ts';

/** Shows the secret of a new second factor as the URI that authenticator apps read, and confirms a factor whose code was presented. */
export const secondFactor: StepDefinition = {
  plan(facts) {
    const { operation, resource } = facts;
    const { presentCode } = operation;
    if (showsSecret(facts)) {
      const { field } = resource!.secondFactor!;
      return [{ words: `show ${field} as an otpauth URI for authenticator apps`, line: resource!.line }];
    }
    if (presentCode?.of !== 'factor') return [];
    const words = `store that the code was used: from then on the ${resource?.name} counts`;
    return [{ words, refusals: [{ condition: 'invalid input' }], line: presentCode.line }];
  },
  create: (op) => (op.operation.kind === 'create' ? createSecretUri(op) : createCodeUse(op)),
};

function showsSecret({ operation, resource }: StepFacts): boolean {
  return operation.kind === 'create' && resource?.secondFactor?.kind === 'authenticator';
}

function createSecretUri({ resource, factors }: OperationContext): Step {
  const { field, holder } = resource!.plan.secondFactor!;
  return async (ctx) => {
    const secret = ctx.after?.[field];
    if (typeof secret === 'string') ctx.after![field] = await factors!.describe(ctx, ctx.after![holder], secret);
    return undefined;
  };
}
