import type { RequestContext } from '../../../../contracts/request-context.ts';
import type { FieldPlan, ResourcePlan, SessionValue } from '../../../../plan/resource.ts';
import { createMomentAssigner } from '../../../resources/serve/assign.ts';

/** The longest text of a header that a field without a maximum of its own stores. */
const longest = 500;

type ValuesOf = (ctx: RequestContext, expiresAt: number) => Readonly<Record<string, unknown>>;

/** Creates what gives the fields of a new session that are `assigned from session.…`; a value that there is not is left out. */
export function createSessionValues({ fields }: ResourcePlan): ValuesOf {
  const readers = fields.flatMap((field) =>
    field.assigned?.by === 'session' ? [[field.name, createReader(field, field.assigned.value)] as const] : [],
  );
  return (ctx, expiresAt) => {
    const values = readers.map(([name, read]) => [name, read(ctx, expiresAt)] as const);
    return Object.fromEntries(values.filter(([, value]) => value !== undefined));
  };
}

function createReader(field: FieldPlan, value: SessionValue): (ctx: RequestContext, expiresAt: number) => unknown {
  if (value === 'user_agent') {
    const most = findMaxLength(field);
    return ({ root }) => cutText(root.incoming.header('user-agent'), most);
  }
  const toMoment = createMomentAssigner(field);
  if (value === 'used_at') return ({ now }) => toMoment(now);
  return (_ctx, expiresAt) => (Number.isFinite(expiresAt) ? toMoment(expiresAt) : undefined);
}

/** The most characters that a field stores of a text that somebody else chooses. */
export function findMaxLength({ schema }: FieldPlan): number {
  const constraints = schema.type === 'string' ? (schema.constraints ?? []) : [];
  const tops = constraints.flatMap((constraint) =>
    constraint.kind === 'range' && constraint.unit === 'characters' && constraint.to !== undefined
      ? [Number(constraint.to)]
      : [],
  );
  return Math.min(longest, ...tops);
}

/** The beginning of a text, of whole characters; undefined of none. */
export function cutText(text: string | undefined, most: number): string | undefined {
  if (text === undefined || text === '') return undefined;
  return text.length <= most
    ? text
    : Array.from(text.slice(0, 2 * most))
        .slice(0, most)
        .join('');
}
