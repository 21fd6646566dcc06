import { identifyHolder } from '../../../contracts/credentials.ts';
import type { StepDefinition, StepFacts, StepLine, StepsOf } from '../../../contracts/definition.ts';
import { then } from '../../../contracts/maybe-promise.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { MaybePromise } from '../../../contracts/record.ts';
import type { Refusal } from '../../../contracts/refusal.ts';
import type { RequestContext } from '../../../contracts/request-context.ts';
import type { IssuedInSession } from '../../../contracts/sessions/sessions.ts';
import type { Step } from '../../../contracts/step.ts';
import { changesFound } from '../../../plan/kinds.ts';
import type { SchemePlan } from '../../../plan/plan.ts';
import type { FieldPlan } from '../../../plan/resource.ts';
import { formatOf } from '../../resources/formats/index.ts';
import { listSessionRefusals } from '../../states/steps/others.ts';
import { checkCompared } from '../serve/compared-password.ts';

/**
 * Gives a new record that logs in its first credential, and ends the others of one whose password is changed. If clients send the identity
 * of a new record, it ends those of an earlier record with the same one.
 */
export const session: StepDefinition = {
  plan(facts, stepsOf) {
    const { operation, resource } = facts;
    const { issues } = operation;
    return [
      ...listEarlier(facts).map(
        ({ name, line }): StepLine => ({
          words: `end the credentials of the scheme ${name} of an earlier ${resource?.name} with this identity`,
          line,
        }),
      ),
      ...(issues === undefined
        ? []
        : [
            {
              words: `${describeBeginning(facts, issues)}issue ${describeIssued(issues, operation.refreshed)} for the new ${resource?.name}`,
              ...planRefusals(facts, 'create', issues, stepsOf),
              line: operation.line,
            },
          ]),
      ...(operation.present === undefined || operation.kind === 'create'
        ? []
        : [
            {
              words: `reject the request if the ${operation.present.field} has changed since it was compared`,
              refusals: [{ condition: 'invalid input' }],
              line: operation.present.line,
            },
          ]),
      ...(isOfSessions(facts) ? [{ words: `end the credentials of the ${resource!.name}`, line: resource!.line }] : []),
      ...listEndings(facts).map(
        ([{ name, sessions, line }, field]): StepLine => ({
          words: `${sessions === undefined ? 'end' : `delete each other ${sessions} of the ${resource?.name}, and end`} the other credentials of the scheme ${name} if ${field.name} is changed`,
          ...planRefusals(facts, 'delete', name, stepsOf),
          line,
        }),
      ),
    ];
  },
  create(op) {
    if (op.operation.kind === 'delete') return createSessionEnd(op);
    if (op.operation.kind !== 'create') return createLaterCheck(op, createEndings(op));
    const { issues } = op.operation;
    const endEarlier = createEarlierEndings(op);
    if (issues === undefined) return endEarlier;
    const issue = createIssue(op, issues);
    return (ctx) => then(endEarlier(ctx), (refusal) => refusal ?? issue(ctx));
  },
};

/** Whether an operation deletes sessions. */
function isOfSessions({ operation, resource }: StepFacts): boolean {
  return operation.kind === 'delete' && resource?.sessionOf !== undefined;
}

/** Returns the resource whose records are the sessions of a scheme. */
export function findSessions({ plan }: Pick<StepFacts, 'plan'>, scheme: string): string | undefined {
  return plan.authentication.schemes.find(({ name }) => name === scheme)?.sessions;
}

/** Plans the refusals of the records of sessions that begin or end with credentials of a scheme. */
export function planRefusals(
  facts: Pick<StepFacts, 'plan'>,
  verb: 'create' | 'delete',
  scheme: string,
  stepsOf: StepsOf,
): Pick<StepLine, 'refusals'> {
  const sessions = findSessions(facts, scheme);
  const refusals = sessions === undefined ? [] : listSessionRefusals(facts.plan, verb, sessions, stepsOf);
  return refusals.length === 0 ? {} : { refusals };
}

/** Describes the record of a session that begins. */
export function describeBeginning(facts: Pick<StepFacts, 'plan'>, issued: string): string {
  const sessions = findSessions(facts, issued);
  return sessions === undefined ? '' : `create a ${sessions}, and `;
}

/** Describes what a session that begins gets. */
export function describeIssued(scheme: string, refreshed: true | undefined): string {
  return `a credential of the scheme ${scheme}${refreshed === true ? ' and a refresh token' : ''}`;
}

/** Ends the credentials of a session that is deleted. */
function createSessionEnd({ keys, resource }: OperationContext): Step {
  const { identity } = resource!.plan;
  return (ctx) => then(keys.endSession(String(ctx.before![identity]), ctx.now, ctx.transaction!), () => undefined);
}

/** Adds the check that the record still has the password with which the request was compared. */
function createLaterCheck({ operation: { present } }: OperationContext, then: Step): Step {
  if (present === undefined) return then;
  return (ctx) => checkCompared(ctx, present.field) ?? then(ctx);
}

/** The schemes whose holders an operation creates under an identity that an earlier, deleted record may have had. */
function listEarlier({ plan, operation, resource }: StepFacts): readonly SchemePlan[] {
  if (resource === undefined || operation.kind !== 'create') return [];
  const identity = resource.fields.find(({ name }) => name === resource.identity);
  if (identity?.assigned !== undefined) return [];
  return plan.authentication.schemes.filter(({ holder }) => holder === resource.name);
}

function createEarlierEndings({ plan, operation, resource, sessions }: OperationContext): Step {
  const { toRecord, plan: resourcePlan } = resource!;
  const schemes = listEarlier({ plan, operation, resource: resourcePlan });
  const end = (ctx: RequestContext, at: number): MaybePromise<Refusal | undefined> => {
    const scheme = schemes[at];
    if (scheme === undefined) return undefined;
    const ended = sessions.endAll(ctx, scheme.name, String(toRecord(ctx.row!)[resourcePlan.identity]));
    return then(ended, (done) => (typeof done === 'object' ? done.refusal : end(ctx, at + 1)));
  };
  return (ctx) => end(ctx, 0);
}

/** The schemes of which an operation may end credentials, each with a password of its holders. */
function listEndings({ plan, operation, resource }: StepFacts): readonly (readonly [SchemePlan, FieldPlan])[] {
  if (resource === undefined || !changesFound(operation) || operation.kind === 'delete') return [];
  const fields = resource.fields.filter(({ schema }) => schema.type === 'string' && formatOf(schema)?.hashed === true);
  const schemes = plan.authentication.schemes.filter(({ holder }) => holder === resource.name);
  return schemes.flatMap((scheme) => fields.map((field) => [scheme, field] as const));
}

/** Lets the response show the tokens of a session; returns the refusal if it could not begin. */
export function noteIssued(ctx: RequestContext, issued: IssuedInSession): Refusal | undefined {
  if ('refusal' in issued) return issued.refusal;
  const { text, record, refresh } = issued;
  ctx.root.issued = { text, scheme: record.scheme, expiresAt: record.expiresAt, refresh };
  return undefined;
}

function createIssue(op: OperationContext, scheme: string): Step {
  const {
    plan: { authentication },
    operation,
    sessions,
    resource,
  } = op;
  const holding = authentication.schemes.find(({ name }) => name === scheme)!;
  const { toRecord, plan } = resource!;
  return (ctx) => {
    const subject = String(toRecord(ctx.row!)[plan.identity]);
    const client = identifyHolder(holding, subject);
    const given = { kind: 'token', scheme, subject, client, scopes: [], attributes: {} } as const;
    return then(sessions.issue(ctx, given, operation.refreshed), (issued) => noteIssued(ctx, issued));
  };
}

function createEndings({ plan, operation, resource, sessions }: OperationContext): Step {
  const endings = listEndings({ plan, operation, resource: resource!.plan });
  const end = (ctx: RequestContext, at: number): MaybePromise<Refusal | undefined> => {
    const ending = endings[at];
    if (ending === undefined) return undefined;
    const [scheme, { name }] = ending;
    if (ctx.before?.[name] === ctx.after?.[name]) return end(ctx, at + 1);
    const subject = String(ctx.before?.[resource!.plan.identity]);
    // The session of the request goes on, if it is one of them.
    const { credential = '', session: own } = ctx.caller ?? {};
    const ended = sessions.endAll(ctx, scheme.name, subject, { credential, session: own });
    return then(ended, (done) => (typeof done === 'object' ? done.refusal : end(ctx, at + 1)));
  };
  return (ctx) => end(ctx, 0);
}
