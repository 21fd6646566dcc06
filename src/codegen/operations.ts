import type { CheckBody, CompiledOperation } from '../contracts/compiled.ts';
import type { OperationPlan } from '../plan/operation.ts';
import { compileResponse } from './answers/responses.ts';
import type { Answers } from './answers/writer.ts';
import type { Checks } from './check.ts';
import { declareCondition } from './expressions.ts';
import { compileParameterReader, compilePlaceholderReader } from './inputs/texts.ts';
import { declareDocumentCheck, declareInputCheck } from './inputs.ts';
import { compileOutputCheck } from './outputs.ts';

/** The media type of a JSON Patch (RFC 6902, section 6). */
const jsonPatch = /^\s*application\/json-patch\+json\s*(?:;|$)/i;

type Grant = CompiledOperation['grants'][number];

const denyAlways: Grant = () => false;

/** Writes the code of an operation into the module; the second step is done when the module is linked. */
export function compileOperation(checks: Checks, answers: Answers, plan: OperationPlan): () => CompiledOperation {
  const { module } = checks;
  const input = plan.input === undefined ? undefined : declareInputCheck(checks, plan, plan.input);
  const patched = checks.plan.media.request.some((type) => jsonPatch.test(type));
  const document = patched && plan.kind === 'update' ? declareDocumentCheck(checks, plan) : undefined;
  const parameters = plan.parameters.map((parameter) => compileParameterReader(checks, plan, parameter));
  const path = plan.segments.flatMap((place) =>
    place.kind === 'placeholder' ? [compilePlaceholderReader(checks, plan, place)] : [],
  );
  const grants = plan.access.grants.map(({ where }) =>
    where === 'disabled' ? undefined : declareCondition(module, 'r, g', where, { record: 'r', given: 'g' }),
  );
  const responses = plan.responses.map((response) => {
    const make = compileResponse(answers, plan, response);
    const check = compileOutputCheck(checks, plan, response);
    return check === undefined ? make : () => ({ ...make(), check });
  });
  return () => ({
    plan,
    ...(input === undefined ? {} : { input: module.linked(input) as unknown as CheckBody }),
    ...(document === undefined ? {} : { document: module.linked(document) as unknown as CheckBody }),
    parameters: parameters.map((make) => make()),
    path: path.map((make) => make()),
    grants: grants.map((name) => (name === undefined ? denyAlways : (module.linked(name) as unknown as Grant))),
    responses: responses.map((make) => make()),
  });
}
