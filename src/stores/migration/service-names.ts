import { getPreviousOwner } from '../../codegen/records/renames.ts';
import { identifyHolder } from '../../contracts/credentials.ts';
import type { Plan } from '../../plan/plan.ts';
import type { ValueSchema } from '../../plan/schema.ts';
import { findNamed } from '../../text/find-named.ts';
import type { Comparing } from './step.ts';
import type { MigrationStore } from './store.ts';

/** A text with which names in the service's own tables begin, before and now. */
type Beginning = readonly [from: string, to: string];

/** After the name of a target there is the number of its row, or the identity of a subscription. */
const afterRoute = ['#', ' '];

/** Renames, in the service's own tables, what goes by the names of resources and fields: subscriptions, deliveries and sessions. */
export async function renameInServiceTables(store: MigrationStore, comparing: Comparing): Promise<void> {
  const { old, renames } = comparing;
  const owners = old.resources.flatMap(({ name }): Beginning[] => {
    const now = renames.newer('owner', '', name);
    return now === undefined || now === name ? [] : [[name, now]];
  });
  await renameResources(store, comparing, owners);
  await renameSecrets(store, comparing);
  const routes = listRenamedRoutes(comparing);
  for (const table of ['nonet_delivery', 'nonet_settled_delivery']) {
    await replaceBeginnings(store, table, 'way', routes, afterRoute);
    await replaceBeginnings(store, table, 'subscriber', routes, afterRoute);
    await replaceBeginnings(store, table, 'chain', owners);
  }
  await replaceBeginnings(store, 'nonet_unsubscribed', 'subscriber', routes, afterRoute);
  await replaceBeginnings(store, 'nonet_credential', 'client', listRenamedHolders(comparing), [':']);
}

/** Replaces a text at the beginning of a column, where the column ends with it or continues after one of the separators. */
async function replaceBeginnings(
  store: MigrationStore,
  table: string,
  column: string,
  renamed: readonly Beginning[],
  separators: readonly string[] = [' '],
): Promise<void> {
  if (renamed.length === 0) return;
  const text = (value: string): string => store.quoteText(value);
  const cases = renamed.map(([from, to]) => {
    const beginning = `substr(${column}, 1, ${[...from].length + 1})`;
    const begins = `${beginning} IN (${separators.map((separator) => text(from + separator)).join(', ')})`;
    const rest = `substr(${column}, ${[...from].length + 1})`;
    return `WHEN ${column} = ${text(from)} OR ${begins} THEN ${text(to)} || ${rest}`;
  });
  await store.run(`UPDATE ${table} SET ${column} = CASE ${cases.join(' ')} ELSE ${column} END`);
}

/** Versions of subscriptions go by their resource; those of resources that are gone would be taken for those of others. */
async function renameResources(
  store: MigrationStore,
  { old, now, renames }: Comparing,
  owners: readonly Beginning[],
): Promise<void> {
  const text = (value: string): string => store.quoteText(value);
  for (const { name } of old.resources) {
    const stays = now.resources.some((resource) => getPreviousOwner(renames, resource.name) === name);
    if (!stays) await store.run(`DELETE FROM nonet_subscription WHERE resource = ${text(name)}`);
  }
  if (owners.length === 0) return;
  const cases = owners.map(([from, to]) => `WHEN ${text(from)} THEN ${text(to)}`).join(' ');
  const where = `resource IN (${owners.map(([from]) => text(from)).join(', ')})`;
  await store.run(`UPDATE nonet_subscription SET resource = CASE resource ${cases} END WHERE ${where}`);
}

/** Replaced secrets sign until they end: they go by the names of their resource and field. */
async function renameSecrets(store: MigrationStore, { old, renames }: Comparing): Promise<void> {
  const text = (value: string): string => store.quoteText(value);
  const cases = old.resources.flatMap(({ name, fields }) => {
    const owner = renames.newer('owner', '', name) ?? name;
    return fields.flatMap((field) => {
      const to = renames.newer('field', owner, field.name) ?? field.name;
      if (owner === name && to === field.name) return [];
      const when = `WHEN resource = ${text(name)} AND field = ${text(field.name)} THEN`;
      return [{ resource: `${when} ${text(owner)}`, field: `${when} ${text(to)}` }];
    });
  });
  if (cases.length === 0) return;
  const set = (['resource', 'field'] as const).map(
    (column) => `${column} = CASE ${cases.map((one) => one[column]).join(' ')} ELSE ${column} END`,
  );
  await store.run(`UPDATE nonet_replaced_secret SET ${set.join(', ')}`);
}

/** The routes of deliveries to subscriptions that have another name now. */
function listRenamedRoutes({ old, renames }: Comparing): readonly Beginning[] {
  const routes = old.deliveries.flatMap(({ to }): Beginning[] => {
    if (to?.kind !== 'each') return [];
    const owner = renames.newer('owner', '', to.resource) ?? to.resource;
    const [from, now] = [`${to.resource}.${to.at.join('.')}`, `${owner}.${renamePath(old, renames, to).join('.')}`];
    return from === now ? [] : [[from, now]];
  });
  return [...new Map(routes)];
}

/** Follows a path of names through the objects that its fields hold. */
function renamePath(
  old: Plan,
  { newer }: Comparing['renames'],
  { resource, at }: { readonly resource: string; readonly at: readonly string[] },
): readonly string[] {
  let owner = newer('owner', '', resource) ?? resource;
  let members: readonly { readonly name: string; readonly schema: ValueSchema }[] =
    findNamed(old.resources, resource)?.fields ?? [];
  return at.map((name) => {
    const renamed = newer('field', owner, name) ?? name;
    const schema = findNamed(members, name)?.schema;
    if (schema?.type === 'named') {
      const object = findNamed(old.objects, schema.name);
      owner = schema.name;
      members = object?.members ?? [];
    }
    return renamed;
  });
}

/** The holders of sessions whose resource has another name now. */
function listRenamedHolders({ old, renames }: Comparing): readonly Beginning[] {
  return old.authentication.schemes.flatMap((scheme): Beginning[] => {
    const { holder } = scheme;
    const now = holder === undefined ? undefined : renames.newer('owner', '', holder);
    if (holder === undefined || now === undefined || now === holder) return [];
    const client = (name: string): string => identifyHolder({ ...scheme, holder: name }, '').slice(0, -1);
    return [[client(holder), client(now)]];
  });
}
