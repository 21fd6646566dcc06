import type { StepDefinition } from '../../../contracts/definition.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { Step } from '../../../contracts/step.ts';
import type { OperationKind } from '../../../plan/kinds.ts';
import type { RefusalPlan } from '../../../plan/operation.ts';
import { describeRowRules } from '../../authentication/serve/words.ts';
import { createEventPageStep } from '../../events/serve/list.ts';
import { createStreamBeginStep } from '../../events/serve/stream.ts';
import { pageSize } from '../../limits/kinds/page-size.ts';
import { listLimitLines } from '../../limits/serve/lines.ts';
import { createListStep } from '../serve/lists/page.ts';

/** Works out which page of records or events is asked for, or where a stream begins. */
export const list: StepDefinition = {
  plan(facts) {
    const { kind, line, access } = facts.operation;
    const kindly = kinds[kind];
    if (kindly === undefined) return [];
    const rules = describeRowRules(access, kindly.limits);
    return [{ words: kindly.words, refusals: kindly.refusals, line }, ...rules, ...listLimitLines(facts, pageSize)];
  },
  create: (op) => kinds[op.operation.kind]!.create(op),
};

interface ListKind {
  readonly words: string;
  readonly refusals: readonly RefusalPlan[];
  /** How a row rule limits what is returned, before the rule itself. */
  readonly limits: string;
  create(op: OperationContext): Step;
}

const wrong = { condition: 'invalid input' };

const kinds: Partial<Record<OperationKind, ListKind>> = {
  list: {
    words: 'determine the requested page',
    refusals: [wrong],
    limits: 'list only records with',
    create: createListStep,
  },
  'list events': {
    words: 'determine the requested page of stored events',
    refusals: [wrong],
    limits: 'list only events of records with',
    create: createEventPageStep,
  },
  'stream events': {
    words: 'determine the first event of the stream: after the one in Last-Event-ID',
    refusals: [wrong, { condition: 'gone' }],
    limits: 'send only events of records with',
    create: createStreamBeginStep,
  },
};
