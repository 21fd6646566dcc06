import type { StepDefinition, StepFacts, StepLine } from '../../../contracts/definition.ts';
import { then } from '../../../contracts/maybe-promise.ts';
import { changesRecord } from '../../../plan/kinds.ts';
import type { EventPlan } from '../../../plan/plan.ts';
import { fittingOf, wordsOf } from '../serve/matching.ts';
import { createSubscribing, subscribesTo } from '../serve/subscribed.ts';
import { createRecording, followsDeletion } from '../serve.ts';

/**
 * Writes what events need of a change in its transaction: the version that a subscription is made in, and the events of the change:
 * its own, and before them those of the records that followed a deletion.
 */
export const record: StepDefinition = {
  plan(facts) {
    const subscribed = subscribesTo(facts);
    const kept = subscribed && { words: 'the version it is made in is kept', line: subscribed.line };
    return [...(kept === undefined ? [] : [kept]), ...eventLines(facts)];
  },
  create(op) {
    const { plan, operation } = op;
    const facts: StepFacts = { plan, operation, resource: op.resource?.plan };
    const subscribe = subscribesTo(facts) && createSubscribing(op);
    const events = eventLines(facts).length > 0 ? createRecording(op) : undefined;
    if (subscribe === undefined || events === undefined) return (subscribe ?? events)!;
    return (ctx) => {
      const kept = subscribe(ctx);
      return then(kept, () => events(ctx));
    };
  },
};

function eventLines({ plan, operation, resource }: StepFacts): readonly StepLine[] {
  if (resource === undefined || !changesRecord(operation) || plan.events.length === 0) return [];
  const own = fittingOf(plan, operation).flatMap(({ event }) => linesOf(event, operation));
  if (!followsDeletion(operation, resource)) return own;
  return [
    ...own,
    { words: 'the events of the records that follow it are recorded with the change', line: resource.line },
  ];
}

/** One line for each trigger by which the operation causes an event. */
function linesOf({ name, when, line }: EventPlan, operation: StepFacts['operation']): readonly StepLine[] {
  const words = wordsOf(operation);
  return when
    .filter(
      (eventWhen) => !eventWhen.emitted && (eventWhen.operation === operation.name || eventWhen.operation === words),
    )
    .map(({ to }) => ({
      words: `${name} is recorded with the change${to === undefined ? '' : ` when it ends in ${to}`}`,
      line,
    }));
}
