import type { StepDefinition } from '../../../contracts/definition.ts';
import { getFileForm } from '../../../plan/files/file-bodies.ts';
import { listPresentPaths } from '../../../plan/operation.ts';
import { createOlderInputStep } from '../../versioning/serve.ts';
import { takesJsonPatch } from '../serve/bodies/body.ts';
import { createInputStep } from '../serve/bodies/input.ts';
import { describeBodyFields } from '../serve/bodies/input-words.ts';

/** Checks the body member by member, with the parameters; refuses the request with all errors found before the record. */
export const input: StepDefinition = {
  plan({ plan, operation, older }) {
    const { kind, method, input: shape, resource, line } = operation;
    const hasNone = shape === undefined && (method === 'GET' || method === 'HEAD');
    if (hasNone && older === undefined) return [];
    const empty = hasNone ? 'check the parameters' : 'accept no body, or an object without fields';
    const words =
      shape === undefined
        ? empty
        : `check the fields of the body${describeBodyFields(shape, resource, listPresentPaths(operation))}`;
    const patched =
      kind === 'update' &&
      getFileForm((older?.operation ?? { input: shape }).input) === undefined &&
      takesJsonPatch(plan)
        ? [{ condition: 'malformed request' }]
        : [];
    return [{ words, refusals: [...patched, { condition: 'invalid input' }], line }];
  },
  create: (op) => createOlderInputStep(op, createInputStep(op)),
};
