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

/** Gives a new record that logs in its first credential, and ends the others of one whose password is changed. */
export const session: StepDefinition = {
  plan(facts) {
    const { operation, resource } = facts;
    if (operation.issues !== undefined) {
      const words = `issue a credential of the scheme ${operation.issues} for the new ${resource?.name}`;
      return [{ words, line: operation.line }];
    }
    return listEndings(facts).map(
      ([{ name, line }, field]): StepLine => ({
        words: `end the other credentials of the scheme ${name} if ${field.name} is changed`,
        line,
      }),
    );
  },
  create(op) {
    return op.operation.issues === undefined ? createEndings(op) : createIssue(op, op.operation.issues);
  },
};

/** The schemes of which an operation may end credentials, each with the password of its holders. */
function listEndings({ plan, operation, resource }: StepFacts): readonly (readonly [SchemePlan, FieldPlan])[] {
  if (resource === undefined || !changesFound(operation) || operation.kind === 'delete') return [];
  const field = resource.fields.find(({ schema }) => schema.type === 'string' && formatOf(schema)?.hashed === true);
  const schemes = plan.authentication.schemes.filter(({ holder }) => holder === resource.name);
  return field === undefined ? [] : schemes.map((scheme) => [scheme, field] as const);
}

function createIssue({ keys, resource }: OperationContext, scheme: string): Step {
  const { toRecord, plan } = resource!;
  return (ctx) => {
    const subject = String(toRecord(ctx.row!)[plan.identity]);
    const client = identifyHolder(scheme, subject);
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
    const holder = identifyHolder(scheme.name, String(ctx.before?.[resource!.plan.identity]));
    // The credential of the request goes on, if it is one of them.
    const ended = keys.revoke(holder, ctx.now, ctx.transaction, ctx.caller?.credential ?? '');
    return then(ended, () => end(ctx, at + 1));
  };
  return (ctx) => end(ctx, 0);
}
