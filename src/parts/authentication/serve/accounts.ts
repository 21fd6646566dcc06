import type { InnerDone } from '../../../contracts/inner-operations.ts';
import { then } from '../../../contracts/maybe-promise.ts';
import type { ServiceContext } from '../../../contracts/operation-context.ts';
import type { Row } from '../../../contracts/record.ts';
import type { RequestContext } from '../../../contracts/request-context.ts';
import type { Accounts, Identity } from '../../../contracts/sessions/sign-in.ts';
import { type AccountRecordsPlan, findAccountResource } from '../../../plan/records/accounts.ts';
import type { AccountValue, FieldPlan } from '../../../plan/resource.ts';
import { getNotGoneConditions } from '../../endpoints/serve/lists/list.ts';
import { findCondition } from '../../errors/conditions/index.ts';
import { cutText, findMaxLength } from './sessions/values.ts';

/** The dependencies of accounts. */
export type AccountDependencies = Pick<ServiceContext, 'plan' | 'compiled' | 'store' | 'inner'>;

/** Creates what finds and creates the accounts of people at issuers; undefined of a document without them. */
export function createAccounts({ plan, compiled, store, inner }: AccountDependencies): Accounts | undefined {
  const records = findAccountResource(plan);
  if (records === undefined) return undefined;
  const { resource, holder, of, fields } = records;
  const place = (value: AccountValue): string => fields.find((one) => one.value === value)!.field.name;
  // Without one of these, no person signs in by an account.
  const own = fields.filter(({ value }) => ownValues.has(value)).map(({ field }) => field.name);
  const query = store.prepare({
    resource: resource.name,
    conditions: [
      { kind: 'equal', field: place('issuer') },
      { kind: 'equal', field: place('subject') },
      // An account that is kept as gone has been unlinked.
      ...getNotGoneConditions({ resource: compiled.resources.get(resource.name)! }),
    ],
  });
  const create = (ctx: RequestContext, name: string, input: Record<string, unknown>): Promise<InnerDone> =>
    inner().of('create', name).run({ ctx, input, checked: false, whole: true, asService: true });
  const held = plan.resources.find(({ name }) => name === of)!;
  const createAccount: Accounts['create'] = (ctx, id, identity) => {
    const values = collectValues(records, identity);
    return createFitting(
      (given) => create(ctx, resource.name, { [holder.name]: id, ...given }),
      values,
      (name) => own.includes(name),
    );
  };
  const find: Accounts['find'] = async (ctx, { issuer, subject }) => {
    const row = await ctx.transaction!.bind(query).one({ conditions: [issuer, subject], now: ctx.now });
    return row === undefined ? undefined : compiled.resources.get(resource.name)!.toRecord(row)[holder.name];
  };
  return {
    use(ctx, { id, until }) {
      const { storedResponses } = ctx.transaction!;
      const scope = { caller: '', operation: 'sign in', key: id };
      return then(storedResponses.take(scope, ctx.now), (found) => {
        if (found !== undefined) return false;
        const used = { request: '', attributes: '', status: 200, headers: [], body: undefined };
        return then(storedResponses.store(scope, used, until + marginMs), () => true);
      });
    },
    find,
    async findMeanwhile(ctx, identity) {
      const values = { conditions: [identity.issuer, identity.subject], now: ctx.now };
      const idOf = (row: Row): unknown => compiled.resources.get(resource.name)!.toRecord(row)[resource.identity];
      await ctx.transaction!.meanwhile?.({ resource: resource.name, query, values, idOf, known: new Set() });
      return find(ctx, identity);
    },
    async renew(ctx, { issuer, subject, publicKey: { text, was } = { text: '' } }) {
      if (was === undefined || was === text) return true;
      const row = await ctx.transaction!.bind(query).one({ conditions: [issuer, subject], now: ctx.now });
      if (row === undefined) return false;
      const id = compiled.resources.get(resource.name)!.toRecord(row)[resource.identity];
      return ctx.transaction!.exchange({ resource: resource.name, field: place('public_key'), id }, was, text);
    },
    create: createAccount,
    createHolder: async (ctx, created, identity) =>
      ctx.transaction!.attempt<InnerDone>(async () => {
        const values = created.flatMap(({ field: name, claim }) => {
          const field = held.fields.find((one) => one.name === name)!;
          const value = toValue(field, identity.claims[claim]);
          return value === undefined ? [] : [[name, value] as const];
        });
        const isDue = (name: string): boolean => held.fields.find((one) => one.name === name)?.required === true;
        const done = await createFitting((given) => create(ctx, of, given), Object.fromEntries(values), isDue);
        if ('refusal' in done) return { result: done, undo: true };
        const linked = await createAccount(ctx, done.record![held.identity], identity);
        return 'refusal' in linked ? { result: linked, undo: true } : { result: done, undo: false };
      }),
  };
}

/** The values that the service gives, in addition to the claims of a person. */
const ownValues: ReadonlySet<AccountValue> = new Set(['issuer', 'subject', 'public_key']);

/** A used attempt is known for longer than it lasts, whatever the clocks of instances say. */
const marginMs = 600_000;

/** The values of the fields of an account. */
function collectValues(
  { fields }: AccountRecordsPlan,
  { issuer, subject, claims, publicKey }: Identity,
): Record<string, unknown> {
  const own = { issuer, subject, public_key: publicKey?.text };
  const all = fields.map(({ field, value }): [string, string | undefined] => [
    field.name,
    ownValues.has(value) ? own[value as keyof typeof own] : toValue(field, claims[value]),
  ]);
  return Object.fromEntries(all.filter(([, value]) => value !== undefined));
}

/** A claim as a field holds it: a longer text is cut, if it has no format. */
function toValue(field: FieldPlan, claim: string | undefined): string | undefined {
  const { schema } = field;
  const isPlain = schema.type === 'string' && schema.format === undefined;
  return claim !== undefined && isPlain ? cutText(claim, findMaxLength(field)) : claim;
}

/** Creates a record without the optional values that do not fit their fields: an issuer chooses them, and the client cannot correct them. */
async function createFitting(
  create: (values: Record<string, unknown>) => Promise<InnerDone>,
  values: Record<string, unknown>,
  isDue: (field: string) => boolean,
): Promise<InnerDone> {
  const done = await create({ ...values });
  if (!('refusal' in done) || done.refusal.byHook === true) return done;
  if (findCondition(done.refusal.condition)?.ofValues !== true) return done;
  const wrong = (done.refusal.fields ?? []).map(({ pointer = '' }) => pointer.split('/')[1] ?? '');
  if (wrong.length === 0 || !wrong.every((name) => Object.hasOwn(values, name) && !isDue(name))) return done;
  return createFitting(
    create,
    Object.fromEntries(Object.entries(values).filter(([name]) => !wrong.includes(name))),
    isDue,
  );
}
