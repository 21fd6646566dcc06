import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { VersionTransform } from '../../../contracts/versions.ts';
import { readDefaultValue } from '../../../plan/fields/default-value.ts';
import type { ValueSchema } from '../../../plan/schema.ts';
import { createAsShown } from '../../endpoints/serve/bodies/as-shown.ts';
import { findSentPlans, type SentPlan } from '../../endpoints/serve/bodies/sent.ts';

/** The fields that the Request of an older version takes, as that version states them. */
export function listOlderFields({ older, shown }: VersionTransform): readonly SentPlan[] {
  return findSentPlans(older.input, shown.resources.find(({ name }) => name === older.resource)?.fields ?? []);
}

/** The default that an older version states for a field, as a body has it. */
export function readSentDefault({ shown }: VersionTransform, { plan }: SentPlan): unknown {
  return readDefaultValue(shown, plan.schema, plan.default);
}

/** Gives the objects of some fields the members that they lack, by the defaults of the version. */
export function completeFields(
  { complete }: VersionTransform,
  after: Record<string, unknown>,
  names: readonly string[],
): void {
  if (complete === undefined || names.length === 0) return;
  const only = Object.fromEntries(names.map((name) => [name, after[name]]));
  complete(only);
  for (const name of names) if (only[name] !== undefined) after[name] = only[name];
}

/**
 * Finds the fields with objects whose default an older version shows as its own: where a client leaves one out, the whole present default
 * counts, with the members that the version does not have. By the older name, the present one.
 */
export function findSharedDefaults({ transform, resource }: OperationContext): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const asShown = createAsShown(transform!.shown);
  const older = listOlderFields(transform!);
  const targets = older.flatMap(({ field }) => transform!.touched(field));
  for (const sent of older) {
    const { field, plan } = sent;
    const [target, ...others] = transform!.touched(field);
    const isOnly = others.length === 0 && targets.filter((name) => name === target).length === 1;
    const present = resource?.plan.fields.find(({ name }) => name === target)?.default;
    if (target === undefined || !isOnly || present === undefined || !holdsObjects(plan.schema)) continue;
    const shown = transform!.views({ [target]: present }).at(-1)![field];
    if (asShown(plan, readSentDefault(transform!, sent), shown, 'whole')) found.set(field, target);
  }
  return found;
}

function holdsObjects(schema: ValueSchema): boolean {
  return schema.type === 'list' || schema.type === 'map' ? holdsObjects(schema.item) : schema.type === 'named';
}
