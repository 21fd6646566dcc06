import type { BodyShape } from '../../plan/body.ts';
import type { StatusPlan } from '../../plan/exchange.ts';
import type { OperationPlan } from '../../plan/operation.ts';
import type { WholePlan } from '../../plan/whole.ts';

/** The path of a value in a JSON body. */
export type BodyPath = readonly (string | number)[];

/** The codes of the token endpoint (RFC 6749, section 5.2). */
const tokenCodes = [
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
];

/** Where the error bodies of a service show the code and the message of an error; left out: nowhere. */
export function findErrorPaths({ errors: { body } }: WholePlan): {
  readonly code?: BodyPath;
  readonly message?: BodyPath;
} {
  if (body?.kind !== 'shape') return { code: ['code'], message: ['title'] };
  const [code, message] = ['code', 'message'].map((role) => findRole(body.shape, role));
  return { ...(code === undefined ? {} : { code }), ...(message === undefined ? {} : { message }) };
}

function findRole(shape: BodyShape, role: string): BodyPath | undefined {
  if (shape.kind === 'role') return shape.role === role ? [] : undefined;
  const inside: readonly (readonly [string | number, BodyShape])[] =
    shape.kind === 'object'
      ? shape.members.map((member) => [member.name, member.shape] as const)
      : shape.kind === 'items'
        ? shape.items.map((item, at) => [at, item] as const)
        : [];
  for (const [key, inner] of inside) {
    const found = findRole(inner, role);
    if (found !== undefined) return [key, ...found];
  }
  return undefined;
}

/** The codes of an operation's errors by status; `undefined` is an error without a code. */
export function listCodes({ exchange }: OperationPlan): ReadonlyMap<number, readonly (string | undefined)[]> {
  const refusals = (exchange?.statuses ?? []).filter(({ on }) => on === 'refusals');
  const byStatus = Map.groupBy(refusals, ({ status }) => status);
  return new Map([...byStatus].map(([status, all]) => [status, [...new Set(all.flatMap(listStatusCodes))]]));
}

function listStatusCodes({ codes, body }: StatusPlan): readonly (string | undefined)[] {
  if (body === 'token error') return tokenCodes;
  return codes ?? [undefined];
}
