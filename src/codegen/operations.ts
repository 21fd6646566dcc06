import type { CheckBody, CompiledOperation, RowRule } from '../contracts/compiled.ts';
import type { Expression } from '../expression/tree.ts';
import { listPresentPaths, type OperationPlan } from '../plan/operation.ts';
import { getDemandOnCaller } from '../plan/records/about-caller.ts';
import { compilePresentFields, compileResponse } from './answers/responses.ts';
import type { Answers } from './answers/writer.ts';
import type { Checks } from './check.ts';
import { declareCondition } from './expressions.ts';
import { compileParameterReader, compilePlaceholderReader } from './inputs/texts.ts';
import { declareDocumentCheck, declareInputCheck } from './inputs.ts';
import { compileOutputCheck } from './outputs.ts';

/** The media type of a JSON Patch (RFC 6902, section 6). */
const jsonPatch = /^\s*application\/json-patch\+json\s*(?:;|$)/i;

const denyAlways: RowRule = () => false;

/** Writes the code of an operation into the module; the second step is done when the module is linked. */
export function compileOperation(checks: Checks, answers: Answers, plan: OperationPlan): () => CompiledOperation {
  const { module } = checks;
  const input = plan.input === undefined ? undefined : declareInputCheck(checks, plan, plan.input);
  const patched = checks.plan.media.request.some((type) => jsonPatch.test(type));
  const document =
    patched && plan.kind === 'update' && listPresentPaths(plan).length === 0
      ? declareDocumentCheck(checks, plan)
      : undefined;
  const parameters = plan.parameters.map((parameter) => compileParameterReader(checks, plan, parameter));
  const path = plan.segments.flatMap((place) =>
    place.kind === 'placeholder' ? [compilePlaceholderReader(checks, plan, place)] : [],
  );
  const rulesBy = (of: (where: Expression) => Expression | undefined): (() => readonly RowRule[]) => {
    const names = plan.access.grants.map(({ where }) => {
      if (where === 'disabled') return undefined;
      return declareCondition(module, 'r, g', where && of(where), { record: 'r', given: 'g' });
    });
    return () => names.map((name) => (name === undefined ? denyAlways : (module.linked(name) as unknown as RowRule)));
  };
  const grants = rulesBy((where) => where);
  const begins = plan.resource === undefined || plan.kind === 'handler';
  const callers = begins ? rulesBy(getDemandOnCaller) : () => [];
  const responses = plan.responses.map((response) => {
    const make = compileResponse(answers, plan, response);
    const check = compileOutputCheck(checks, plan, response);
    return check === undefined ? make : () => ({ ...make(), check });
  });
  const present = compilePresentFields(answers, plan);
  const creation = plan.creation && compileOperation(checks, answers, plan.creation);
  return () => ({
    plan,
    ...(creation === undefined ? {} : { creation: creation() }),
    ...(present === undefined ? {} : { presentFields: present() }),
    ...(input === undefined ? {} : { input: module.linked(input) as unknown as CheckBody }),
    ...(document === undefined ? {} : { document: module.linked(document) as unknown as CheckBody }),
    parameters: parameters.map((make) => make()),
    path: path.map((make) => make()),
    grants: grants(),
    callers: callers(),
    responses: responses.map((make) => make()),
  });
}
