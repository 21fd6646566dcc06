import type { BuiltInValues } from '../../../../contracts/compiled.ts';
import type { OperationContext } from '../../../../contracts/operation-context.ts';
import type { RequestContext } from '../../../../contracts/request-context.ts';
import { getResourceOperations } from '../../../../plan/records/readers.ts';
import type { AnswerShape } from '../../../../plan/shape.ts';
import { toBase64url } from './cursor.ts';

/** The weak entity tag of a text (RFC 9110, section 8.8.3). */
export function createWeakTag({ platform }: Pick<OperationContext, 'platform'>, text: string): string {
  return `W/"${toBase64url(platform.sha256(text).subarray(0, 12))}"`;
}

/**
 * Makes the weak tags of a list. Where it shows nothing but what its records hold, and no identity is ever used twice, identities
 * and versions determine the body, and are hashed in a fraction of the time.
 */
export function listTagger(
  op: OperationContext,
): (ctx: RequestContext, builtIn: BuiltInValues, body: string) => string {
  const { operation, resource, plan, columnOf } = op;
  const { responses, parameters } = operation;
  const [first] = responses;
  const follows =
    responses.length === 1 && first?.shape !== undefined && showsOnlyFields(first.shape) && isFullyStored(op);
  if (resource === undefined || !follows) return (_, __, body) => createWeakTag(op, body);
  const identity = columnOf(resource.plan.name, resource.plan.identity);
  const expand = parameters.filter(({ mapsTo }) => mapsTo.kind === 'expand').map(({ name }) => name);
  return (ctx, { totalCount, hasMore, nextCursor, previousCursor, page }, body) => {
    if (expand.some((name) => ctx.parameters[name] !== undefined)) return createWeakTag(op, body);
    let text = `${plan.digest} ${totalCount} ${hasMore} ${nextCursor} ${previousCursor}`;
    if (page !== undefined) text += ` ${page.number} ${page.size}`;
    for (const row of ctx.rows) text += ` ${row[identity]} ${row[0]}`;
    return createWeakTag(op, text);
  };
}

/** Whether a shape holds fields of the record itself, roles and literals, and nothing that is worked out. */
function showsOnlyFields(shape: AnswerShape): boolean {
  switch (shape.kind) {
    case 'object':
      return shape.members.every((member) => showsOnlyFields(member.shape));
    case 'records':
      return showsOnlyFields(shape.item);
    case 'field':
      return shape.path.length === 1;
    default:
      return shape.kind === 'literal' || shape.kind === 'role';
  }
}

/** Whether all that a record shows is in its row, and its identity is the service's own to give. */
function isFullyStored({ resource, plan, handled }: OperationContext): boolean {
  if (resource === undefined || handled?.computed !== undefined) return false;
  const { name, fields, identity } = resource.plan;
  const byCaller = getResourceOperations(plan, name).some(({ kind, method }) => kind === 'create' && method === 'PUT');
  const assigned = fields.find((field) => field.name === identity)?.assigned?.by === 'format';
  return assigned && !byCaller && fields.every((field) => field.computed?.shown !== true);
}
