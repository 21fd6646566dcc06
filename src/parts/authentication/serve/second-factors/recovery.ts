import type { ServiceContext } from '../../../../contracts/operation-context.ts';
import type { Refusal } from '../../../../contracts/refusal.ts';
import type { RequestContext } from '../../../../contracts/request-context.ts';
import type { FactorResource } from '../../../../plan/records/second-factors.ts';
import { hashToken } from '../../../../text/hashes/token-hash.ts';
import { getNotGoneConditions } from '../../../endpoints/serve/lists/list.ts';
import { formatOf } from '../../../resources/formats/index.ts';
import type { Bind } from './stored.ts';

/** The recovery codes of people. */
export interface RecoveryCodes {
  /** Finds the record of a code; undefined if the person has no such code. */
  find(bind: Bind, person: unknown, code: string, now: number): Promise<unknown>;
  /** Deletes the record of a code that is used: with its events, and with what follows a deletion. */
  useUp(ctx: RequestContext, id: unknown): Promise<Refusal | undefined>;
}

/** Opens the recovery codes of a resource. */
export function openRecoveryCodes(
  { compiled, store, inner }: Pick<ServiceContext, 'compiled' | 'store' | 'inner'>,
  { resource, holder, field }: FactorResource,
): RecoveryCodes {
  const { name, identity, fields } = resource;
  const code = compiled.resources.get(name)!;
  const { schema } = fields.find((own) => own.name === field)!;
  const query = store.prepare({
    resource: name,
    conditions: [
      { kind: 'equal', field: holder },
      { kind: 'equal', field },
      ...getNotGoneConditions({ resource: code }),
    ],
  });
  return {
    async find(bind, person, sent, now) {
      if (formatOf(schema)!.read(sent) === undefined) return undefined;
      const row = await bind(query).one({ conditions: [person, hashToken(sent)], now });
      return row === undefined ? undefined : code.toRecord(row)[identity];
    },
    async useUp(ctx, id) {
      const done = await inner().of('delete', name).run({ ctx, id, input: {}, checked: false, asService: true });
      return 'refusal' in done ? done.refusal : undefined;
    },
  };
}
