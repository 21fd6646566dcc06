import type { Caller } from '../../../contracts/caller.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { RequestContext } from '../../../contracts/request-context.ts';
import type { FairQueueTicket } from '../../../contracts/store.ts';
import { memo } from '../../../text/memo.ts';

/** The requester of a request's slow reads: computed when a store needs it, as most reads are quick. */
export type IssueTicket = (ctx: RequestContext) => FairQueueTicket;

/**
 * Creates what names who waits for slow reads: the tenant (all attributes of the caller), and in it the caller; the address if the
 * caller is not known.
 */
export function createTicketIssuer({ limiting }: Pick<OperationContext, 'limiting'>): IssueTicket {
  const namesOfCaller = memo(({ id, values }: Caller): readonly string[] => {
    const { id: _, scopes: __, scheme: ___, ...attributes } = values;
    const tenant = Object.keys(attributes).length === 0 ? [] : [`tenant ${limiting.digest(attributes)}`];
    return [...tenant, `caller ${limiting.digest(id)}`];
  });
  const namesOf = ({ caller, incoming }: RequestContext): readonly string[] =>
    caller === undefined ? [`address ${limiting.address(incoming)}`] : namesOfCaller(caller);
  return (ctx) => new RequestTicket(ctx, namesOf);
}

/** Computes what a store asks of a ticket only when it asks: an object with getters of its own would cost each read a fifth. */
class RequestTicket implements FairQueueTicket {
  readonly ctx: RequestContext;
  readonly namesOf: (ctx: RequestContext) => readonly string[];

  constructor(ctx: RequestContext, namesOf: (ctx: RequestContext) => readonly string[]) {
    this.ctx = ctx;
    this.namesOf = namesOf;
  }

  get whose(): readonly string[] {
    return this.namesOf(this.ctx);
  }

  get signal(): AbortSignal | undefined {
    return this.ctx.signal;
  }
}
