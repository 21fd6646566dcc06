import { identifyHolder } from '../../../contracts/credentials.ts';
import type { StepDefinition, StepFacts, StepLine } from '../../../contracts/definition.ts';
import { then } from '../../../contracts/maybe-promise.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { MaybePromise } from '../../../contracts/record.ts';
import type { RequestContext } from '../../../contracts/request-context.ts';
import type { Step } from '../../../contracts/step.ts';
import { changesFound } from '../../../plan/kinds.ts';
import type { SchemePlan } from '../../../plan/plan.ts';
import type { FieldPlan } from '../../../plan/resource.ts';
import { formatOf } from '../../resources/formats/index.ts';
import { checkCompared } from '../serve/compared-password.ts';

/**
 * Gives a new record that logs in its first credential, and ends the others of one whose password is changed. If clients send the identity
 * of a new record, it ends those of an earlier record with the same one.
 */
export const session: StepDefinition = {
  plan(facts) {
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
            { words: `issue a credential of the scheme ${issues} for the new ${resource?.name}`, line: operation.line },
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
      ...listEndings(facts).map(
        ([{ name, line }, field]): StepLine => ({
          words: `end the other credentials of the scheme ${name} if ${field.name} is changed`,
          line,
        }),
      ),
    ];
  },
  create(op) {
    if (op.operation.kind !== 'create') return createLaterCheck(op, createEndings(op));
    const { issues } = op.operation;
    const endEarlier = createEarlierEndings(op);
    if (issues === undefined) return endEarlier;
    const issue = createIssue(op, issues);
    return (ctx) => then(endEarlier(ctx), () => issue(ctx));
  },
};

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

function createEarlierEndings({ plan, operation, resource, keys }: OperationContext): Step {
  const { toRecord, plan: resourcePlan } = resource!;
  const schemes = listEarlier({ plan, operation, resource: resourcePlan });
  const end = (ctx: RequestContext, at: number): MaybePromise<undefined> => {
    const scheme = schemes[at];
    if (scheme === undefined) return undefined;
    const holder = identifyHolder(scheme, String(toRecord(ctx.row!)[resourcePlan.identity]));
    return then(keys.revoke(holder, ctx.now, ctx.transaction), () => end(ctx, at + 1));
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

function createIssue({ plan: { authentication }, keys, resource }: OperationContext, scheme: string): Step {
  const issued = authentication.schemes.find(({ name }) => name === scheme)!;
  const { toRecord, plan } = resource!;
  return (ctx) => {
    const subject = String(toRecord(ctx.row!)[plan.identity]);
    const client = identifyHolder(issued, subject);
    const made = keys.make(
      { kind: 'token', scheme, subject, client, scopes: [], attributes: {} },
      ctx.now,
      ctx.transaction,
    );
    return then(made, ({ text, record: { expiresAt } }) => {
      ctx.root.issued = { text, scheme, expiresAt };
      return undefined;
    });
  };
}

function createEndings({ plan, operation, resource, keys }: OperationContext): Step {
  const endings = listEndings({ plan, operation, resource: resource!.plan });
  const end = (ctx: RequestContext, at: number): MaybePromise<undefined> => {
    const ending = endings[at];
    if (ending === undefined) return undefined;
    const [scheme, { name }] = ending;
    if (ctx.before?.[name] === ctx.after?.[name]) return end(ctx, at + 1);
    const holder = identifyHolder(scheme, String(ctx.before?.[resource!.plan.identity]));
    // The credential of the request goes on, if it is one of them.
    const ended = keys.revoke(holder, ctx.now, ctx.transaction, ctx.caller?.credential ?? '');
    return then(ended, () => end(ctx, at + 1));
  };
  return (ctx) => end(ctx, 0);
}
