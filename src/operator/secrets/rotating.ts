import { compile } from '../../codegen/compile.ts';
import type { Cipher, Platform } from '../../contracts/platform.ts';
import type { Draft, Row } from '../../contracts/record.ts';
import type { Store } from '../../contracts/store.ts';
import { formatOf } from '../../parts/registry.ts';
import { createMomentAssigner } from '../../parts/resources/serve/assign.ts';
import { replacedKept } from '../../parts/resources/serve/secrets.ts';
import type { Plan } from '../../plan/plan.ts';
import type { FieldPlan, ResourcePlan } from '../../plan/resource.ts';
import { createColumnLookup } from '../../serve/request/operation-context.ts';
import { findNearest } from '../../text/nearest.ts';
import { CommandError } from '../command-error.ts';
import { listSecretFields } from './fields.ts';

/** Returns the field of type `secret` that `WebhookEndpoint.secret` names. Throws a `CommandError` for any other. */
export function findSecretField(
  plan: Plan,
  written: string,
): { readonly resource: ResourcePlan; readonly field: FieldPlan } {
  for (const resource of plan.resources) {
    for (const field of resource.fields) {
      if (`${resource.name}.${field.name}` !== written) continue;
      const format = formatOf(field.schema);
      if (format?.encrypted === true && format.computesCodes !== true) return { resource, field };
      throw new CommandError(`${written} does not have the type \`secret\`.`);
    }
  }
  const known = listSecretFields(plan).filter((name) => !isTotp(plan, name));
  const near = findNearest(written, known);
  const rather = near === undefined ? `Its secret fields are: ${known.join(', ') || 'none'}.` : `Did you mean ${near}?`;
  throw new CommandError(`The document has no field ${written}. ${rather}`);
}

/** Whether a field has a secret of one-time codes: a new one would be on no phone. */
function isTotp({ resources }: Plan, name: string): boolean {
  return resources.some(({ name: of, fields }) =>
    fields.some((field) => `${of}.${field.name}` === name && formatOf(field.schema)?.computesCodes === true),
  );
}

/** The secret field to rotate. */
export interface Rotating {
  readonly plan: Plan;
  readonly store: Store;
  readonly platform: Platform;
  readonly cipher: Cipher | undefined;
  readonly resource: ResourcePlan;
  readonly field: FieldPlan;
}

/** Sets a new secret by an update of the record and returns it. Throws a `CommandError` if the record does not exist. */
export async function rotateSecret(
  { plan, store, platform, cipher, resource, field }: Rotating,
  id: string,
): Promise<string> {
  const code = compile(plan, cipher === undefined ? {} : { cipher }).resources.get(resource.name)!;
  const { name, identity } = resource;
  const query = store.prepare({ resource: name, conditions: [{ kind: 'equal', field: identity }] });
  const named = resource.fields.find((candidate) => candidate.name === identity)!.storage === 'text' ? id : Number(id);
  const secret = String(formatOf(field.schema)!.assignable!(platform, undefined, platform.now()));
  const at = createColumnLookup(plan)(name, field.name);
  const moments = resource.fields.filter((candidate) => candidate.state === true).length;
  const found = await store.write(async (transaction) => {
    const now = platform.now();
    const row = await transaction.bind(query).one({ conditions: [named], now });
    if (row === undefined) return { result: false, undo: true };
    const after: Draft = { ...code.toRecord(row), [field.name]: secret };
    for (const each of resource.fields)
      if (each.assignedOnUpdate === true) after[each.name] = createMomentAssigner(each)(now);
    const since = row.slice(1, 1 + moments) as (number | null)[];
    const written: Row = code.toRow(after, Number(row[0]) + 1, since);
    const place = { resource: name, field: field.name, id: named };
    if (typeof row[at] === 'string') await transaction.keepReplaced(place, row[at], now + replacedKept);
    await transaction.update(name, named, written, row);
    return { result: true, undo: false };
  });
  if (!found) throw new CommandError(`${name} ${id} does not exist.`);
  return secret;
}
