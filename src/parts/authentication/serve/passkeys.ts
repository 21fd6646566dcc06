import type { ServiceContext } from '../../../contracts/operation-context.ts';
import type { Passkeys } from '../../../contracts/sessions/sign-in.ts';
import type { PreparedQuery } from '../../../contracts/store.ts';
import { getIdentityType, readIdentity } from '../../../plan/fields/identity-type.ts';
import { findAccountResource, passkeyIssuer } from '../../../plan/records/accounts.ts';
import { indexInRow } from '../../../plan/records/row.ts';
import type { AccountValue } from '../../../plan/resource.ts';
import { getNotGoneConditions } from '../../endpoints/serve/lists/list.ts';
import { createNameReader } from './sessions/person-name.ts';

/** The most passkeys of a person that the options for a browser list, so that no authenticator registers a second one. */
const mostListed = 50;

/** Creates what reads the passkeys of people; undefined of a document without them. */
export function createPasskeys(
  deps: Pick<ServiceContext, 'plan' | 'compiled' | 'store' | 'platform'>,
): Passkeys | undefined {
  const { plan, compiled, store, platform } = deps;
  const records = findAccountResource(plan);
  if (records?.issuers.includes(passkeyIssuer) !== true) return undefined;
  const { resource, holder, of, fields } = records;
  const place = (value: AccountValue): string => fields.find((one) => one.value === value)!.field.name;
  const asked = { kind: 'equal', field: place('issuer') } as const;
  const notGone = getNotGoneConditions({ resource: compiled.resources.get(resource.name)! });
  const bySubject = store.prepare({
    resource: resource.name,
    conditions: [asked, { kind: 'equal', field: place('subject') }, ...notGone],
  });
  // Without an order the store reads along the index of the reference.
  const byHolder = store.prepare({
    resource: resource.name,
    conditions: [asked, { kind: 'equal', field: holder.name }, ...notGone],
  });
  const key = indexInRow(resource, place('public_key'));
  const person = plan.resources.find(({ name }) => name === of)!;
  const type = getIdentityType(plan, person);
  const readName = createNameReader(deps, of);
  const asIs = (query: PreparedQuery): PreparedQuery => query;
  return {
    async find(subject) {
      const row = await bySubject.one({ conditions: [passkeyIssuer, subject], now: platform.now() });
      const text = row?.[key];
      return typeof text === 'string' ? text : undefined;
    },
    async list(caller) {
      const conditions = [passkeyIssuer, readIdentity(type, caller)];
      const { rows } = await byHolder.many({ conditions, now: platform.now(), limit: mostListed });
      return rows.flatMap((row) => (typeof row[key] === 'string' ? [row[key]] : []));
    },
    describe: async (caller) => readName(asIs, readIdentity(type, caller), platform.now()),
  };
}
