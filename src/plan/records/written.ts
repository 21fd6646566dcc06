import { findNamed } from '../../text/find-named.ts';
import { memo } from '../../text/memo.ts';
import type { Plan } from '../plan.ts';
import type { OtherEffectPlan, ResourcePlan, TransitionPlan } from '../resource.ts';
import { listRecoveryCodes } from './second-factors.ts';
import { findSessionResource } from './sessions.ts';

type RunEffect = OtherEffectPlan & { readonly kind: 'run' };

/** The operations that effects run, those of each `each` too. */
export function listRunEffects(effects: readonly OtherEffectPlan[]): readonly RunEffect[] {
  return effects.flatMap((effect) => (effect.kind === 'run' ? [effect] : listRunEffects([effect.effect])));
}

type Resources = Pick<Plan, 'resources'>;

/** By resource, the resources that its rows write directly. */
const direct = memo(
  (resources: readonly ResourcePlan[]): ReadonlyMap<string, ReadonlySet<string>> =>
    new Map(
      resources.map(({ name, machines }) => [
        name,
        new Set([
          ...machines
            .flatMap(({ transitions }) => transitions.flatMap(({ others = [] }) => listRunEffects(others)))
            .map(({ resource }) => resource),
          // A record that logs in begins a session, and a new password ends the others.
          ...(findSessionResource({ resources })?.of === name
            ? [findSessionResource({ resources })!.resource.name]
            : []),
          // A log in may use a recovery code up.
          ...listRecoveryCodes({ resources }, name),
        ]),
      ]),
    ),
);

/** The resources that the effects of rows write, directly or through effects of effects. */
export function listWrittenResources({ resources }: Resources, rows: readonly TransitionPlan[]): ReadonlySet<string> {
  return reach(
    resources,
    rows.flatMap(({ others = [] }) => listRunEffects(others)).map(({ resource }) => resource),
  );
}

/** The resources that writes of a resource write: itself, and what its effects and theirs write. */
export function listWritten({ resources }: Resources, name: string): ReadonlySet<string> {
  return reach(resources, [name]);
}

function reach(resources: readonly ResourcePlan[], from: readonly string[]): ReadonlySet<string> {
  const edges = direct(resources);
  const reached = new Set(from);
  for (const name of reached) for (const next of edges.get(name) ?? []) reached.add(next);
  return reached;
}

/** The resources whose records may change when records of these do: by effects, and by what follows a deletion. */
export function listTouched({ resources }: Resources, from: readonly string[]): ReadonlySet<string> {
  const edges = direct(resources);
  const touched = new Set<string>();
  const open = [...from];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const { referredBy } = findNamed(resources, name)!;
    const followers = referredBy.filter(({ onDelete }) => onDelete !== 'restrict').map(({ resource }) => resource);
    for (const next of [...followers, ...(edges.get(name) ?? [])]) {
      if (touched.has(next)) continue;
      touched.add(next);
      open.push(next);
    }
  }
  return touched;
}

/** Whether the effects of a resource's writes, or theirs, may delete records. */
export function mayDelete(plan: Resources, name: string): boolean {
  const written = listWritten(plan, name);
  return plan.resources.some(
    ({ name: of, machines }) =>
      written.has(of) &&
      machines.some(({ transitions }) =>
        transitions.some(({ others = [] }) => listRunEffects(others).some(({ verb }) => verb === 'delete')),
      ),
  );
}

/** Whether the effects of any row create records of a resource, or set their fields. */
export function isWrittenByEffects({ resources }: Resources, name: string): boolean {
  return resources.some(({ machines }) =>
    machines.some(({ transitions }) =>
      transitions.some(({ others = [] }) =>
        listRunEffects(others).some(
          ({ verb, resource }) => resource === name && (verb === 'create' || verb === 'update'),
        ),
      ),
    ),
  );
}

/** A reference of the record whose record an effect changes. */
export interface DirectTarget {
  readonly field: string;
  readonly resource: string;
}

/** The references of a record whose records the effects of its rows change or delete. */
export function listDirectTargets(rows: readonly TransitionPlan[]): readonly DirectTarget[] {
  return rows.flatMap(({ others = [] }) => listRunEffects(others).flatMap((effect) => findDirectTarget(effect) ?? []));
}

/** The reference of the record itself that leads to the record that an effect changes. */
export function findDirectTarget({ verb, resource, target }: RunEffect): DirectTarget | undefined {
  const isDirect = verb !== 'create' && target?.op === 'path' && target.root === 'record' && target.steps.length === 1;
  return isDirect ? { field: target.steps[0]!.name, resource } : undefined;
}

/** The resources whose records a deletion may delete or change: they refer to a deleted one, or to another of these. */
export function listFollowers(resources: readonly ResourcePlan[], name: string): readonly ResourcePlan[] {
  const found = new Set<ResourcePlan>();
  const waiting = (findNamed(resources, name)?.referredBy ?? []).toReversed();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const follower = findNamed(resources, next.resource);
    if (next.onDelete === 'restrict' || follower === undefined || found.has(follower)) continue;
    found.add(follower);
    if (next.onDelete === 'cascade') waiting.push(...follower.referredBy.toReversed());
  }
  return [...found];
}
