import { get, getAt, listEntries, listItems, readString, type Tree } from '../source/tree.ts';
import { follow, listProtocols, type Message, type Reader, type Sending } from './model.ts';

/** Reads the channels of AsyncAPI 2: clients subscribe to messages that the service sends. */
export function readChannels2(reader: Reader): readonly Sending[] {
  const { root, losses } = reader;
  return listEntries(get(root, 'channels')).flatMap(([address, stated]) => {
    const channel = follow(reader, stated).target;
    losses.lose(
      get(channel, 'publish'),
      'nothing',
      'The service receives this message, and a page receives requests of HTTP.',
    );
    const operation = get(channel, 'subscribe');
    if (operation === undefined) return [];
    const servers = listEntries(get(root, 'servers'));
    const named = listItems(get(channel, 'servers')).map(readString);
    const own = servers.filter(([name]) => named.length === 0 || named.includes(name)).map(([, server]) => server);
    const message = get(operation, 'message');
    return {
      operation,
      channel,
      address,
      messages: listMessages(reader, message),
      protocols: listProtocols(reader, own),
    };
  });
}

function listMessages(reader: Reader, message: Tree | undefined): readonly Message[] {
  if (message === undefined) return [];
  const all = listItems(getAt(message, 'oneOf'));
  return (all.length === 0 ? [message] : all).map((one) => {
    const { target, refs } = follow(reader, one);
    return { key: target.parent?.key === 'messages' ? String(target.key) : '', tree: target, refs };
  });
}
