import { get, listEntries, listItems, readString } from '../source/tree.ts';
import { follow, listProtocols, type Reader, type Sending } from './model.ts';

/** Reads the operations of AsyncAPI 3: the service sends or receives the messages of a channel. */
export function readOperations3(reader: Reader): readonly Sending[] {
  const { root, losses } = reader;
  return listEntries(get(root, 'operations')).flatMap(([, stated]) => {
    const operation = follow(reader, stated).target;
    if (readString(get(operation, 'action')) !== 'send') {
      losses.lose(operation, 'nothing', 'The service receives this message, and a page receives requests of HTTP.');
      return [];
    }
    const reference = get(operation, 'channel');
    if (reference === undefined) return [];
    const channel = follow(reader, reference).target;
    const chosen = listItems(get(operation, 'messages'));
    const all = chosen.length > 0 ? chosen : listEntries(get(channel, 'messages')).map(([, message]) => message);
    const address = get(channel, 'address');
    const listed = listItems(get(channel, 'servers'));
    const servers = listed.length > 0 ? listed : listEntries(get(root, 'servers')).map(([, server]) => server);
    return {
      operation,
      channel,
      address: readString(address),
      ...(readString(address) === undefined ? {} : { addressSays: address! }),
      messages: all.map((message) => {
        const { target, refs } = follow(reader, message);
        return { key: String(target.key), tree: target, refs };
      }),
      protocols: listProtocols(reader, servers),
    };
  });
}
