import type { ServiceContext } from '../../../../contracts/operation-context.ts';
import type { RequestContext } from '../../../../contracts/request-context.ts';

/** Creates what names the account of a person as authenticator apps list it: by what the person logs in with. */
export function createAccountReader(
  { plan, compiled, store }: Pick<ServiceContext, 'plan' | 'compiled' | 'store'>,
  of: string,
): (ctx: RequestContext, person: unknown) => Promise<string> {
  const { toRecord, plan: resource } = compiled.resources.get(of)!;
  const byIdentity = store.prepare({ resource: of, conditions: [{ kind: 'equal', field: resource.identity }] });
  const logIn = plan.operations.find(({ session, resource: name }) => session?.does === 'log in' && name === of);
  const names = logIn?.session?.does === 'log in' ? logIn.session.by.map(({ field }) => field) : [];
  return async (ctx, person) => {
    const row = await ctx.transaction!.bind(byIdentity, 'share').one({ conditions: [person], now: ctx.now });
    const record = row === undefined ? undefined : toRecord(row);
    const texts = names.flatMap((name) => record?.[name] ?? []);
    return texts.length === 0 ? String(person) : texts.map(String).join(' ');
  };
}
