import type { ApiDelivery, ApiEvent } from '../openapi/api.ts';
import { get, getAt, listEntries, readString, type Tree } from '../source/tree.ts';
import type { Reader, Sending } from './model.ts';

/** Reads how messages are delivered, from bindings and protocols; undefined, and lost, if the language has no such delivery. */
export function readDelivery(
  { losses }: Reader,
  { operation, channel, address, addressSays, protocols, messages }: Sending,
  events: readonly ApiEvent[],
): ApiDelivery | undefined {
  const method = getAt(operation, 'bindings', 'http', 'method');
  const bound = [operation, channel].flatMap((tree) => listEntries(getAt(tree, 'bindings')).map(([name]) => name));
  const said = [get(operation, 'action'), get(get(operation, 'channel'), '$ref')].filter((tree) => tree !== undefined);
  const own = [...said, ...messages.flatMap(({ refs }) => refs)];
  const toSays: readonly Tree[] = addressSays === undefined ? [] : [addressSays];
  const isPath = address?.startsWith('/') === true;
  if (readString(method)?.toUpperCase() === 'POST')
    return { kind: 'webhook', to: undefined, says: [...own, method!], toSays: [], events, tree: operation };
  if (readString(method)?.toUpperCase() === 'GET' && isPath)
    return { kind: 'sse', to: address, says: [...own, method!], toSays, events, tree: operation };
  const nats = protocols.find((protocol) => readString(protocol) === 'nats');
  if (nats !== undefined || bound.includes('nats'))
    return {
      kind: 'nats',
      to: address,
      says: nats === undefined ? own : [...own, nats],
      toSays,
      events,
      tree: operation,
    };
  for (const protocol of protocols)
    losses.lose(protocol, 'nothing', `The language has no delivery by \`${readString(protocol)}\`.`);
  for (const tree of said) losses.lose(tree, 'nothing', 'The language has no delivery of this channel.');
  losses.lose(addressSays, 'nothing', 'The address of a channel belongs to its delivery.');
  return undefined;
}
