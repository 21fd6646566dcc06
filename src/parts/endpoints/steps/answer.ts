import type { StepDefinition, StepLine } from '../../../contracts/definition.ts';
import { getReturnedContent } from '../../../plan/files/file-bodies.ts';
import { mayChangeRecords } from '../../../plan/kinds.ts';
import type { OperationPlan, ResponsePlan } from '../../../plan/operation.ts';
import { listChildren } from '../../../plan/records/children.ts';
import { createStreamAnswerStep, streamHeaders } from '../../events/serve/stream.ts';
import { timeout } from '../../limits/kinds/timeout.ts';
import { listLimitLines } from '../../limits/serve/lines.ts';
import { listChangeLines } from '../../versioning/serve/changes.ts';
import { createAnswerStep } from '../serve/answer.ts';
import { planAnswerHeaders } from '../serve/answer-headers.ts';
import { createContentStep } from '../serve/files/content.ts';

/** Says which records that refer to those of a response are read for it. */
function listChildrenLines({
  shape,
  line,
}: ResponsePlan): readonly { readonly words: string; readonly line: number }[] {
  return listChildren(shape).map(({ resource, field, order, most }) => {
    const by = order.map(({ field: name, descending }) => (descending ? `-${name}` : name)).join(', ');
    const words = `read the first ${most} ${resource} records by ${by} that refer to each record by ${field} and that the caller may read`;
    return { words, line };
  });
}

/** Says when the response is an error, although the operation has done its work. */
function listErrorLines(operation: OperationPlan): readonly StepLine[] {
  const kept = mayChangeRecords(operation) ? ', and keep the change in any case' : '';
  return operation.responses.flatMap(({ error, when, line }) => {
    if (error === undefined) return [];
    const words = `return success unless ${when?.source ?? ''}${kept}`;
    return [{ words, refusals: [{ condition: 'raised by', named: error }], line }];
  });
}

/** Shapes the answer: status, body, entity tag, links. A read that the client has already is a 304. */
export const answer: StepDefinition = {
  plan(facts) {
    const { older, operation } = facts;
    const { kind, responses, line } = operation;
    if (responses.length === 0 && kind !== 'stream events') return [];
    // Where nothing is sent the changes show in the answer alone.
    const changed = older !== undefined && older.operation.input === undefined ? listChangeLines(facts) : [];
    const sends = kind === 'stream events' ? streamHeaders : planAnswerHeaders(facts);
    const shown = responses.flatMap((response) => listChildrenLines(response));
    return [
      ...changed,
      ...listLimitLines(facts, timeout),
      ...shown,
      ...listErrorLines(operation),
      { words: 'send the first response whose condition holds', sends, line: responses[0]?.line ?? line },
    ];
  },
  create(op) {
    if (op.operation.kind === 'stream events') return createStreamAnswerStep(op);
    return getReturnedContent(op.operation) === undefined ? createAnswerStep(op) : createContentStep(op);
  },
};
