import type { StepDefinition } from '../../../contracts/definition.ts';
import { enumerate } from '../../../text/enumerate.ts';
import { findNamed } from '../../../text/find-named.ts';
import { createExistingStep } from '../serve/existing.ts';

/** Answers a create with the existing record that has the same unique values, if the caller may read it. */
export const existing: StepDefinition = {
  plan({ operation, resource }) {
    if (resource === undefined || operation.existing === undefined) return [];
    return operation.existing.map((index) => {
      const unique = resource.uniques[index];
      const fields = unique?.fields ?? [resource.identity];
      const line = unique?.line ?? findNamed(resource.fields, resource.identity)?.line ?? resource.line;
      const { name } = resource;
      return {
        words: `return the ${name} with the same ${enumerate(fields, 'and')} instead, if there is one that the caller may read`,
        line,
      };
    });
  },
  create: createExistingStep,
};
