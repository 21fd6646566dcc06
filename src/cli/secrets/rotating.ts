import { compile } from '../../codegen/compile.ts';
import type { Cipher, Host } from '../../contracts/platform.ts';
import type { Draft, Row } from '../../contracts/record.ts';
import type { Store } from '../../contracts/store.ts';
import { formatOf } from '../../parts/registry.ts';
import { momentOf } from '../../parts/resources/serve/assign.ts';
import { replacedKept } from '../../parts/resources/serve/secrets.ts';
import type { Plan } from '../../plan/plan.ts';
import type { FieldPlan, ResourcePlan } from '../../plan/resource.ts';
import { columnsOf } from '../../serve/request/operation-context.ts';
import { nearest } from '../../text/nearest.ts';
import { CommandFailure } from '../shared/terminal.ts';
import { secretFields } from './key.ts';

/** The field of format `secret` that is written as `WebhookEndpoint.secret`; throws a `CommandFailure` for any other. */
export function secretField(
  plan: Plan,
  written: string,
): { readonly resource: ResourcePlan; readonly field: FieldPlan } {
  for (const resource of plan.resources) {
    for (const field of resource.fields) {
      if (`${resource.name}.${field.name}` !== written) continue;
      if (formatOf(field.schema)?.sealed) return { resource, field };
      throw new CommandFailure(`${written} is not of format \`secret\` itself.`);
    }
  }
  const known = secretFields(plan);
  const near = nearest(written, known);
  const rather =
    near === undefined ? `Those of format \`secret\` are: ${known.join(', ') || 'none'}.` : `Did you mean ${near}?`;
  throw new CommandFailure(`The document has no field ${written}. ${rather}`);
}

/** The field of a record that gets a new secret. */
export interface Rotating {
  readonly plan: Plan;
  readonly store: Store;
  readonly host: Host;
  readonly cipher: Cipher | undefined;
  readonly resource: ResourcePlan;
  readonly field: FieldPlan;
}

/** Gives a record a new secret, as a change of the record. */
export async function rotateSecret(
  { plan, store, host, cipher, resource, field }: Rotating,
  id: string,
): Promise<string> {
  const code = compile(plan, cipher === undefined ? {} : { cipher }).resources.get(resource.name)!;
  const { name, identity } = resource;
  const question = store.question({ resource: name, conditions: [{ kind: 'equal', field: identity }] });
  const named = resource.fields.find((one) => one.name === identity)!.storage === 'text' ? id : Number(id);
  const secret = String(formatOf(field.schema)!.assignable!(host, undefined, host.now()));
  const at = columnsOf(plan)(name, field.name);
  const moments = resource.fields.filter((one) => one.state === true).length;
  const found = await store.write(async (transaction) => {
    const now = host.now();
    const row = await transaction.ask(question).one({ conditions: [named], now });
    if (row === undefined) return { result: false, undo: true };
    const after: Draft = { ...code.toRecord(row), [field.name]: secret };
    for (const one of resource.fields) if (one.assignedOnUpdate === true) after[one.name] = momentOf(one)(now);
    const since = row.slice(1, 1 + moments) as (number | null)[];
    const written: Row = code.toRow(after, Number(row[0]) + 1, since);
    const place = { resource: name, field: field.name, id: named };
    if (typeof row[at] === 'string') await transaction.keepReplaced(place, row[at], now + replacedKept);
    await transaction.update(name, named, written, row);
    return { result: true, undo: false };
  });
  if (!found) throw new CommandFailure(`There is no ${name} with the ${identity} ${id}.`);
  return secret;
}
