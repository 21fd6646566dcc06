import type { StepDefinition, StepLine } from '../../../contracts/definition.ts';
import { listInputReferences } from '../../../plan/fields/references.ts';
import { createReadLookup, listReadReferences } from '../serve/references.ts';
import { writesRecord } from '../serve.ts';
import { listReferenceLines } from './references.ts';

/**
 * Looks up the records of references in the input alone, and of references that guards, rules and effects read through or ask about, before
 * these are evaluated.
 */
export const readReferences: StepDefinition = {
  plan({ plan, operation, resource }) {
    if (resource === undefined || operation.kind === 'handler') return [];
    const given = listInputReferences(plan, operation).map(({ path, line }): StepLine => {
      const words = `check that ${['input', ...path].join('.')} references existing records that the caller may read`;
      return { words, line };
    });
    const read = new Set(writesRecord(operation, resource) ? listReadReferences(resource, operation) : []);
    const lines = listReferenceLines(operation, resource, ({ name }) => read.has(name));
    return [...given, ...lines].map((line) => ({ ...line, refusals: [{ condition: 'invalid input' }] }));
  },
  create: createReadLookup,
};
