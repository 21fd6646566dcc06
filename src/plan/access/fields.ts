import { operationKinds } from '../kinds.ts';
import type { OperationPlan } from '../operation.ts';
import type { Plan } from '../plan.ts';
import type { DirectionWord } from '../resource.ts';
import { type Audience, listAudiences } from './audiences.ts';
import { computeExposure } from './exposure.ts';
import { getPermission, getReading } from './permissions.ts';

type Planned = Pick<Plan, 'operations' | 'authentication' | 'objects' | 'unions' | 'resources' | 'events'>;

/** The fields of a resource or object that one audience sees or sends, where others see or send more. */
export interface FieldAccess {
  /** The resource or object. */
  readonly of: string;
  readonly audience: Audience;
  /** Fields that others see; left out where the audience sees them all, or no field. */
  readonly unseen?: readonly string[];
  /** Fields that others send; left out where the audience sends them all, or no field. */
  readonly unsent?: readonly string[];
}

/** A field of a resource that no response and no event shows. */
export interface HiddenField {
  readonly resource: string;
  readonly field: string;
  readonly direction?: DirectionWord;
  readonly line: number;
}

interface Exposed {
  readonly audience: Audience;
  readonly seen: ReadonlySet<string>;
  readonly sent: ReadonlySet<string>;
}

/** Lists the fields that an audience sees or sends fewer than others, by the operations that it may call. */
export function listFieldAccess(plan: Planned): readonly FieldAccess[] {
  const exposed = listAudiences(plan).map((audience) => exposeTo(plan, audience));
  const all = {
    seen: exposed.reduce((fields, { seen }) => fields.union(seen), new Set<string>()),
    sent: exposed.reduce((fields, { sent }) => fields.union(sent), new Set<string>()),
  };
  return [...plan.resources, ...plan.objects].flatMap(({ name: of, ...holder }) => {
    const fields = 'fields' in holder ? holder.fields : holder.members;
    const names = fields.map(({ name }) => name);
    return exposed.flatMap(({ audience, seen, sent }): FieldAccess[] => {
      const unseen = listLacking(of, names, all.seen, seen);
      const unsent = listLacking(of, names, all.sent, sent);
      if (unseen.length === 0 && unsent.length === 0) return [];
      return [{ of, audience, ...(unseen.length > 0 && { unseen }), ...(unsent.length > 0 && { unsent }) }];
    });
  });
}

/** The fields that all have and one lacks; an audience without any field of the holder is not compared. */
function listLacking(
  of: string,
  names: readonly string[],
  all: ReadonlySet<string>,
  own: ReadonlySet<string>,
): readonly string[] {
  if (names.every((name) => !own.has(`${of}.${name}`))) return [];
  return names.filter((name) => all.has(`${of}.${name}`) && !own.has(`${of}.${name}`));
}

function exposeTo(plan: Planned, audience: Audience): Exposed {
  const called = plan.operations.filter(
    (operation) => operation.disabled !== true && getPermission(plan, operation, audience).may !== 'none',
  );
  const names = new Set(called.map(({ name }) => name));
  const getsEvents = called.some(isAboutEvents);
  const { shown, created, changed } = computeExposure(
    plan as Plan,
    (kind, name) => (kind === 'event' ? getsEvents : names.has(name)),
    (resource) => getReading(plan, resource, audience).may !== 'none',
  );
  return { audience, seen: shown, sent: created.union(changed) };
}

function isAboutEvents({ kind }: OperationPlan): boolean {
  return operationKinds[kind].about === 'events';
}

/** Lists the fields of resources that no client sees, whatever its scopes: in no response and in no event. */
export function listHiddenFields(plan: Planned): readonly HiddenField[] {
  const { shown } = computeExposure(plan as Plan);
  return plan.resources.flatMap(({ name: resource, fields }) =>
    fields
      .filter(({ name }) => !shown.has(`${resource}.${name}`))
      .map(({ name: field, direction, line }) => ({
        resource,
        field,
        ...(direction === undefined ? {} : { direction }),
        line,
      })),
  );
}
