import type { CompiledResource } from '../../../contracts/compiled.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { RecordValue, Row } from '../../../contracts/record.ts';
import type { EventPlan, Plan } from '../../../plan/plan.ts';
import { findFirstFieldIndex, listStoredFields } from '../../../plan/records/row.ts';
import type { ResourcePlan } from '../../../plan/resource.ts';
import { formatOf } from '../../resources/formats/index.ts';

/** Gives the row of a new record as its event stores it. */
export type KeepTokens = (row: Row, record: RecordValue) => Row;

/**
 * Creates what keeps the tokens that emails of an event show, encrypted if the service has a key: the row has their hashes only. Undefined if
 * no email shows one.
 */
export function createTokenKeeper(
  { plan, compiled }: Pick<OperationContext, 'compiled'> & { readonly plan: Pick<Plan, 'mail'> },
  { name }: EventPlan,
  { plan: resource }: CompiledResource,
): KeepTokens | undefined {
  const names = listMailedTokens(plan, name, resource);
  const first = findFirstFieldIndex(resource);
  const tokens = listStoredFields(resource).flatMap((field, at) =>
    names.includes(field.name) ? [{ name: field.name, at: first + at }] : [],
  );
  if (tokens.length === 0) return undefined;
  return (row, record) => {
    const kept = [...row];
    for (const token of tokens) {
      const value = record[token.name];
      if (typeof value === 'string') kept[token.at] = compiled.encryptSecret?.(value) ?? value;
    }
    return kept;
  };
}

/** Lists the tokens that emails of a service show, by the resources whose events store them. */
export function mapMailedTokens(
  plan: Pick<Plan, 'mail' | 'events' | 'resources'>,
): ReadonlyMap<string, readonly string[]> {
  return new Map(
    plan.resources.flatMap((resource) => {
      const events = plan.events.filter((event) => event.resource === resource.name);
      const names = new Set(events.flatMap((event) => listMailedTokens(plan, event.name, resource)));
      return names.size === 0 ? [] : [[resource.name, [...names]]];
    }),
  );
}

/** Lists the tokens of a resource that emails of an event show. */
export function listMailedTokens(
  { mail }: Pick<Plan, 'mail'>,
  event: string,
  { fields }: Pick<ResourcePlan, 'fields'>,
): readonly string[] {
  const emails = (mail?.emails ?? []).filter((email) => email.event === event && email.disabled !== true);
  const names = new Set(
    emails.flatMap(({ values }) => (values.kind === 'object' ? values.members : [])).flatMap(listRead),
  );
  return fields.flatMap(({ name, schema }) => (names.has(name) && formatOf(schema)?.digested === true ? [name] : []));
}

type Member = Extract<
  NonNullable<Plan['mail']>['emails'][number]['values'],
  { readonly kind: 'object' }
>['members'][number];

/** The field of the record that a value of an email is. */
function listRead({ shape }: Member): readonly string[] {
  if (shape.kind !== 'cel' || shape.value.op !== 'path' || shape.value.root !== 'record') return [];
  return shape.value.steps.length === 1 ? [shape.value.steps[0]!.name] : [];
}
