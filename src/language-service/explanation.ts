import { getGapStatus } from '../parts/errors/conditions/index.ts';
import { buildPlan, type Document } from '../parts/index.ts';
import type { OperationPlan, RefusalPlan } from '../plan/operation.ts';
import type { Plan } from '../plan/plan.ts';
import { memo } from '../text/memo.ts';

const planOnce = memo(buildPlan);

/** The plan of a document, built once; none for a document with errors. */
export function findPlan({ service, diagnostics }: Document): Plan | undefined {
  if (diagnostics.some(({ severity }) => severity === 'error')) return undefined;
  return planOnce(service);
}

/** The steps of an operation as a Markdown list, each with its line and the errors that it can lead to. */
export function explainOperation({ errors }: Plan, { method, path, steps }: OperationPlan): string {
  const answer = describeRefusals(errors);
  const items = steps.map(({ words, line, refusals = [] }, at) => {
    const place = line === undefined ? '' : ` (line ${line})`;
    const answers = [...new Set(refusals.map(answer))];
    return `${at + 1}. ${words}${place}${answers.length === 0 ? '' : `, else ${answers.join(', ')}`}`;
  });
  return [`\`${method} ${path}\``, items.join('\n')].join('\n\n');
}

/** Says how a refusal is answered: its status and code, or its status and condition. */
export function describeRefusals({ codes }: Plan['errors']): (refusal: RefusalPlan) => string {
  const statuses = new Map(codes.map(({ code, status }) => [code, status]));
  return ({ condition, code }) =>
    code === undefined ? `${getGapStatus(condition)} (${condition})` : `${statuses.get(code)} ${code}`;
}

/** The statuses of an operation: those of its responses, then those of its refusals, each once. */
export function listStatuses(
  { errors }: Plan,
  operation: OperationPlan,
  responses: readonly number[],
): readonly number[] {
  const answer = describeRefusals(errors);
  const refused = operation.steps.flatMap(({ refusals = [] }) =>
    refusals.map((refusal) => Number.parseInt(answer(refusal), 10)),
  );
  return [...new Set([...responses, ...refused.sort((a, b) => a - b)])].filter((status) => !Number.isNaN(status));
}
