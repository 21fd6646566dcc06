import type { StepDefinition } from '../../../contracts/definition.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { FieldError } from '../../../contracts/record.ts';
import type { Step } from '../../../contracts/step.ts';
import { collectSentFields, type SentField } from '../../../plan/bodies/sent.ts';
import { formatPointer } from '../../../plan/fields/json-pointer.ts';
import type { OperationPlan } from '../../../plan/operation.ts';
import { createStateMessage } from '../serve.ts';

/** Checks that the record ends in the state that the request names, whichever row was taken. */
export const end: StepDefinition = {
  plan({ operation, resource }) {
    return listEndStates(operation).map(({ path, member }) => ({
      words: `check that the ${resource!.name} is in the state that \`${path.join('.')}\` names, if it is sent`,
      line: member.shape.line,
    }));
  },
  create: createCheck,
};

/** The members of a Request that name the state in which the record must end. */
function listEndStates({ input }: Pick<OperationPlan, 'input'>): readonly SentField[] {
  return collectSentFields(input).filter(({ member }) => member.endState === true);
}

function createCheck({ resource, operation }: OperationContext): Step {
  const holder = resource!.plan.name;
  const ends = listEndStates(operation).map(({ field, member }) => ({ field, line: member.shape.line }));
  return (ctx) => {
    for (const { field, line } of ends) {
      const sent = Object.hasOwn(ctx.fields, field) ? ctx.fields[field] : undefined;
      if (sent === undefined || sent === ctx.after![field]) continue;
      const state = ctx.before?.[field] as string | undefined;
      ctx.fieldErrors ??= [];
      ctx.fieldErrors.push({ ...createEndError({ holder, field, state }), line });
    }
    return undefined;
  };
}

/** The error of a state that the record does not reach: from the state in which it was, or at its creation. */
function createEndError({
  holder,
  field,
  state,
}: {
  readonly holder: string;
  readonly field: string;
  readonly state: string | undefined;
}): FieldError {
  const place = { pointer: formatPointer([field]), problem: 'constraint' } as const;
  if (state === undefined) return { ...place, message: 'is not the state in which the record begins' };
  return { ...place, ...createStateMessage({ words: 'cannot be entered', holder, field, state }) };
}
