import type { StepDefinition, StepFacts, StepLine, StepsOf } from '../../../contracts/definition.ts';
import { then } from '../../../contracts/maybe-promise.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { Refusal } from '../../../contracts/refusal.ts';
import type { Step } from '../../../contracts/step.ts';
import type { OperationPlan, SessionPlan } from '../../../plan/operation.ts';
import { describeBeginning, describeIssued, findSessions, planRefusals } from '../../authentication/steps/session.ts';
import { listSignInLines } from '../../authentication/steps/sign-in.ts';
import { describeUse, planRecoveryRefusals } from '../../authentication/steps/use-code.ts';

/** Runs the handler of an operation inside the transaction; what the path names beside the record stands in its input. */
export const code: StepDefinition = {
  plan({ plan, operation }, stepsOf) {
    const { name, kind, disabled, segments, session, line } = operation;
    if (kind !== 'handler' || disabled === true) return [];
    if (session !== undefined) return listSessionLines({ plan }, operation, session, stepsOf);
    const isGiven = segments.some((segment) => segment.kind === 'placeholder' && segment.of !== 'own');
    const refusals = [...(isGiven ? [{ condition: 'not found' }] : []), { condition: 'internal error' }];
    const emitted = plan.events.filter(({ when }) =>
      when.some((eventWhen) => eventWhen.emitted && eventWhen.operation === name),
    );
    return [
      { words: 'run the handler in the transaction', refusals, line },
      ...emitted.map((event) => ({ words: `the handler may emit ${event.name}`, line: event.line })),
    ];
  },
  create: createRun,
};

/** Says what an operation on sessions does. */
function listSessionLines(
  facts: Pick<StepFacts, 'plan'>,
  { resource, line }: OperationPlan,
  session: SessionPlan,
  stepsOf: StepsOf,
): readonly StepLine[] {
  const { scheme } = session;
  if (session.does === 'log out') {
    const what = session.every === true ? 'every credential of the caller' : 'the credential of the request';
    const sessions = findSessions(facts, scheme);
    const record = sessions === undefined ? '' : `delete ${session.every === true ? 'each' : 'the'} ${sessions}, and `;
    const { refusals = [] } = planRefusals(facts, 'delete', scheme, stepsOf);
    const words = `${record}end ${what}, of the scheme ${scheme}`;
    return [{ words, refusals: [{ condition: 'forbidden' }, ...refusals], line }];
  }
  if (session.does === 'refresh') {
    const { refusals = [] } = planRefusals(facts, 'delete', scheme, stepsOf);
    return [
      {
        words: 'find the session by the refresh token; end it if the token was replaced more than 30 seconds ago',
        refusals: [{ condition: 'invalid credential' }, ...refusals],
        line,
      },
      { words: `replace the refresh token, and issue a credential of the scheme ${scheme}`, line },
    ];
  }
  if (session.does !== 'log in') return listSignInLines(facts, resource!, session, line, stepsOf);
  const by = session.by.map(({ field }) => field).join(' and ');
  const { code } = session;
  return [
    {
      words: `find the ${resource} by ${by}; its ${session.password.field} is compared before the transaction, which takes as long if there is none`,
      refusals: [{ condition: 'wrong credentials' }, { condition: 'unavailable' }],
      line,
    },
    ...(code === undefined
      ? []
      : [
          {
            words: `compare ${code.path.join('.')} with the second factors of the ${resource}, if it has any; ${describeUse(facts)}`,
            refusals: [
              { condition: 'second factor required' },
              { condition: 'wrong credentials' },
              ...planRecoveryRefusals(facts, stepsOf),
            ],
            line: code.line,
          },
        ]),
    {
      words: `${describeBeginning(facts, scheme)}issue ${describeIssued(scheme, session.refreshed)}`,
      ...planRefusals(facts, 'create', scheme, stepsOf),
      line,
    },
  ];
}

function createRun(op: OperationContext): Step {
  const { operation, code } = op;
  const run = createKeptRefusal(op);
  const places = operation.segments.flatMap((segment) => (segment.kind === 'placeholder' ? [segment] : []));
  const handedIn = places.flatMap((place, at) => (place.of === 'own' ? [] : [{ ...place, at }]));
  if (handedIn.length === 0) return run;
  const notFound: Refusal = { condition: 'not found', line: operation.line };
  return (ctx) => {
    for (const { name, field, of, at } of handedIn) {
      const text = ctx.pathValues[at]!;
      const value = ctx.parents?.[field] ?? code.path[at]!(text);
      if (value === undefined) return notFound;
      ctx.input = { ...ctx.input, [of === 'parent' ? field : name]: value };
    }
    return run(ctx);
  };
}

/** Runs the handler; a refusal that keeps what was written ends the request. */
function createKeptRefusal({ operation, handled, refused }: OperationContext): Step {
  const run = handled!.run!;
  if (operation.session?.does !== 'refresh') return run;
  const stolen: Refusal = { condition: 'invalid credential', line: operation.line };
  return (ctx) => {
    ctx.endsStolen = false;
    return then(run(ctx), (refusal) => {
      if (refusal !== undefined || !ctx.endsStolen) return refusal;
      ctx.response = refused(ctx, stolen);
      return 'answered';
    });
  };
}
