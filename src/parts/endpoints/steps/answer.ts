import type { StepDefinition } from '../../../contracts/definition.ts';
import { createStreamAnswerStep, streamHeaders } from '../../events/serve/stream.ts';
import { timeout } from '../../limits/kinds/timeout.ts';
import { listLimitLines } from '../../limits/serve/lines.ts';
import { listChangeLines } from '../../versioning/serve/changes.ts';
import { createAnswerStep } from '../serve/answer.ts';
import { planAnswerHeaders } from '../serve/answer-headers.ts';

/** Shapes the answer: status, body, entity tag, links. A read that the client has already is a 304. */
export const answer: StepDefinition = {
  plan(facts) {
    const { older, operation } = facts;
    const { kind, responses, line } = operation;
    if (responses.length === 0 && kind !== 'stream events') return [];
    // Where nothing is sent the changes show in the answer alone.
    const changed = older !== undefined && older.operation.input === undefined ? listChangeLines(facts) : [];
    const sends = kind === 'stream events' ? streamHeaders : planAnswerHeaders(facts);
    return [
      ...changed,
      ...listLimitLines(facts, timeout),
      { words: 'send the first response whose condition holds', sends, line: responses[0]?.line ?? line },
    ];
  },
  create: (op) => (op.operation.kind === 'stream events' ? createStreamAnswerStep(op) : createAnswerStep(op)),
};
