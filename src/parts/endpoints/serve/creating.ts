import { then } from '../../../contracts/maybe-promise.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { RequestContext } from '../../../contracts/request-context.ts';
import type { Step, StepResult } from '../../../contracts/step.ts';
import type { StepName } from '../../../plan/order.ts';
import { createLocator, isNowhere } from './path.ts';

interface Named {
  readonly name: StepName;
  readonly step: Step;
}

/**
 * Joins the steps of a replace and of its creation, which parses the body again: where the replace finds no record that the caller may know
 * of, those of the creation are done in the place of the others.
 */
export function joinCreation(
  op: OperationContext,
  own: readonly Named[],
  { parse, steps }: { readonly parse: Step; readonly steps: readonly Named[] },
): readonly Named[] {
  const read: Step = (ctx) => {
    ctx.body = undefined;
    ctx.older = undefined;
    ctx.fieldErrors = undefined;
    ctx.validated = undefined;
    return parse(ctx);
  };
  return [
    ...own.map(({ name, step }) => ({ name, step: turnToCreation(op, name, step) })),
    ...[{ name: 'endpoints/parse-body', step: read } as const, ...steps].map(({ name, step }) => ({
      name,
      step: (ctx: RequestContext) => (ctx.creates ? step(ctx) : undefined),
    })),
  ];
}

function turnToCreation(op: OperationContext, name: StepName, step: Step): Step {
  if (name === 'endpoints/load') return createSearch(op, step);
  const work: Step = (ctx) => (ctx.creates ? undefined : step(ctx));
  if (name !== 'authentication/row-rule-before') return work;
  return (ctx) =>
    then(work(ctx), (result) => {
      if (!isUnknown(result)) return result;
      ctx.row = undefined;
      ctx.before = undefined;
      ctx.creates = true;
      return undefined;
    });
}

/** Whether a step refuses the request since the caller knows of no such record. */
function isUnknown(result: StepResult): boolean {
  return typeof result === 'object' && result.unknown === true;
}

/**
 * Finds the record to replace, or that there is none. A record that another request has just created is looked for again; one that stays
 * hidden from the caller is refused by its constraint, like any value that is taken.
 */
function createSearch(op: OperationContext, load: Step): Step {
  const { name, identity, uniques } = op.resource!.plan;
  const locate = createLocator(op);
  const { fields } = locate;
  const query = op.store.prepare({ resource: name, conditions: fields.map((field) => ({ kind: 'equal', field })) });
  const absent = [
    ...(fields.includes(identity) ? [-1] : []),
    ...uniques.flatMap(({ fields: all, where, ignoring }, index) =>
      where === undefined && ignoring === undefined && all.every((field) => fields.includes(field)) ? [index] : [],
    ),
  ];
  const create = (ctx: RequestContext): undefined => {
    ctx.creates = true;
  };
  const lookAgain = (ctx: RequestContext): ReturnType<Step> =>
    then(locate(ctx), (values) => {
      if (isNowhere(values)) return values;
      const asked = ctx.transaction === undefined ? query : ctx.transaction.bind(query, 'share');
      return then(asked.one({ conditions: values, now: ctx.now }), (row) => {
        if (row === undefined) {
          ctx.absent = absent;
          return create(ctx);
        }
        return then(load(ctx), (result) => (isUnknown(result) ? create(ctx) : result));
      });
    });
  return (ctx) => then(load(ctx), (result) => (isUnknown(result) ? lookAgain(ctx) : result));
}
