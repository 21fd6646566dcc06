import type { ServiceContext } from '../../../../contracts/operation-context.ts';
import type { PreparedQuery } from '../../../../contracts/store.ts';
import { formatOf } from '../../../resources/formats/index.ts';

/** Reads how a person is called, where a list of an app or a device names the account. */
export type NameReader = (
  bind: (query: PreparedQuery) => PreparedQuery,
  person: unknown,
  now: number,
) => Promise<string>;

/** Creates what names a person: by what the person logs in with, else by the address or the name of the record, else by its identity. */
export function createNameReader(
  { plan, compiled, store }: Pick<ServiceContext, 'plan' | 'compiled' | 'store'>,
  of: string,
): NameReader {
  const { toRecord, plan: resource } = compiled.resources.get(of)!;
  const byIdentity = store.prepare({ resource: of, conditions: [{ kind: 'equal', field: resource.identity }] });
  const logIn = plan.operations.find(({ session, resource: name }) => session?.does === 'log in' && name === of);
  const stated = logIn?.session?.does === 'log in' ? logIn.session.by.map(({ field }) => field) : [];
  const telling = resource.fields.find(({ schema }) => formatOf(schema)?.mailbox === true)?.name;
  const names = stated.length > 0 ? stated : [telling ?? 'name'];
  return async (bind, person, now) => {
    const row = await bind(byIdentity).one({ conditions: [person], now });
    const record = row === undefined ? undefined : toRecord(row);
    const texts = names.flatMap((name) => record?.[name] ?? []);
    return texts.length === 0 ? String(person) : texts.map(String).join(' ');
  };
}
