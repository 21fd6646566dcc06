import type { StepDefinition, StepLine } from '../../../contracts/definition.ts';
import { collectSentFields } from '../../../plan/bodies/sent.ts';
import { createLookup } from '../serve/references.ts';
import { writesRecord } from '../serve.ts';

/**
 * Looks up the records that a request refers to: each exists, is not gone and is seen by the caller. The last of the full
 * validation: all errors are answered together.
 */
export const references: StepDefinition = {
  plan({ operation, resource }) {
    if (resource === undefined || !writesRecord(operation, resource)) return [];
    const sent = new Set(collectSentFields(operation.input).map(({ field }) => field));
    const lines = resource.fields.flatMap(({ name, schema, line }): StepLine[] => {
      if (schema.type !== 'ref' || !sent.has(name)) return [];
      return [{ words: `check that ${name} references an existing ${schema.resource} that the caller may read`, line }];
    });
    return [
      ...lines,
      {
        words: 'report all field errors together',
        refusals: [{ condition: 'invalid input' }],
        line: resource.line,
      },
    ];
  },
  create: createLookup,
};
