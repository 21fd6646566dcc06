import type { StepDefinition, StepLine } from '../../../contracts/definition.ts';
import { collectSentFields } from '../../../plan/bodies/sent.ts';
import type { OperationPlan } from '../../../plan/operation.ts';
import type { FieldPlan, ResourcePlan } from '../../../plan/resource.ts';
import { createLookup, listReadReferences } from '../serve/references.ts';
import { writesRecord } from '../serve.ts';

/**
 * Looks up the records that a request refers to: each exists, is not gone and is seen by the caller. The last of the full
 * validation: all errors are answered together.
 */
export const references: StepDefinition = {
  plan({ operation, resource }) {
    if (resource === undefined || !writesRecord(operation, resource)) return [];
    const read = new Set(listReadReferences(resource, operation));
    const lines = listReferenceLines(operation, resource, ({ name }) => !read.has(name));
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

/** Lists the checks of references that a request sends in fields of the record, of the chosen fields. */
export function listReferenceLines(
  operation: OperationPlan,
  resource: ResourcePlan,
  isChosen: (field: FieldPlan) => boolean,
): readonly StepLine[] {
  const sent = new Set(collectSentFields(operation.input).map(({ field }) => field));
  if (sent.size === 0) return [];
  return resource.fields.flatMap((field): StepLine[] => {
    const { name, schema, line } = field;
    if (schema.type !== 'ref' || !sent.has(name) || !isChosen(field)) return [];
    return [{ words: `check that ${name} references an existing ${schema.resource} that the caller may read`, line }];
  });
}
