import type { StepDefinition } from '../../../steps/definition.ts';
import { createChoice } from '../serve-choose.ts';
import { rowsBinding } from '../serve-rows.ts';

/** Takes the first row whose guard holds, does its effect and moves the state; none, or one that refuses, is a refusal. */
export const choose: StepDefinition = {
  plan: ({ operation, resource }) =>
    resource === undefined
      ? []
      : rowsBinding(resource, operation).flatMap(({ rows }) => rows.map(({ words, line }) => ({ words, line }))),
  create: createChoice,
};
