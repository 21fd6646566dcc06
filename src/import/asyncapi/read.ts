import type { Losses } from '../ledger/ledger.ts';
import type { Api, ApiDelivery, ApiEvent } from '../openapi/api.ts';
import type { Sources } from '../source/sources.ts';
import { get, getAt, listEntries, readString, type Tree } from '../source/tree.ts';
import { readDelivery } from './deliveries.ts';
import { getWithTraits, type Message, type Reader, type Sending } from './model.ts';
import { readChannels2 } from './version2.ts';
import { readOperations3 } from './version3.ts';

/** Reads a description of channels: its messages are events, its bindings their deliveries. */
export function readAsyncapi(sources: Sources, root: Tree, dialect: '2' | '3', losses: Losses): Api {
  const reader: Reader = { sources, root, losses };
  const sendings = dialect === '2' ? readChannels2(reader) : readOperations3(reader);
  const events = new Map<Tree, ApiEvent>();
  const deliveries: ApiDelivery[] = [];
  for (const sending of sendings) {
    const own = sending.messages.map((message) => {
      const event = events.get(message.tree) ?? readEvent(reader, message, sending);
      events.set(message.tree, event);
      return event;
    });
    loseOperation(losses, sending);
    const delivery = own.length === 0 ? undefined : readDelivery(reader, sending, own);
    if (delivery !== undefined) deliveries.push(delivery);
  }
  for (const [, server] of listEntries(get(root, 'servers'))) loseServer(losses, server);
  return {
    dialect: '3.1',
    sources,
    root,
    schemas: listEntries(getAt(root, 'components', 'schemas')).map(([name, tree]) => [
      name,
      unwrapFormat(tree) ?? tree,
    ]),
    schemes: listEntries(getAt(root, 'components', 'securitySchemes')),
    operations: [],
    events: [...events.values()],
    deliveries,
    servers: [],
  };
}

function readEvent(reader: Reader, { key, tree, refs }: Message, { address }: Sending): ApiEvent {
  const { losses, root } = reader;
  const name = getWithTraits(reader, tree, 'name');
  const type = getWithTraits(reader, tree, 'contentType') ?? get(root, 'defaultContentType');
  const payload = getWithTraits(reader, tree, 'payload');
  const schema = payload === undefined ? undefined : readPayload(reader, tree, payload);
  for (const [member, why] of unread) losses.lose(get(tree, member), 'nothing', why);
  const content = schema === undefined ? [] : [{ type: readString(type) ?? 'application/json', schema }];
  return {
    name: readString(name) ?? (key === '' ? (address ?? 'message') : key),
    ...(readString(name) === undefined ? {} : { nameSays: name! }),
    tree,
    body: payload === undefined ? undefined : { tree: payload, refs, content, description: undefined },
  };
}

const unread: readonly (readonly [string, string])[] = [
  ['headers', 'A message of a page has the headers of its delivery.'],
  ['correlationId', 'A message of a page has the headers of its delivery.'],
  ['bindings', 'A page has no settings of brokers: they are set where the service runs.'],
];

const json = /^application\/(vnd\.aai\.asyncapi(\+(json|yaml))?|schema\+(json|yaml))\s*(;|$)/i;

/** Returns the schema of a payload; undefined, and lost, if it is not JSON Schema. */
function readPayload({ losses, sources }: Reader, message: Tree, payload: Tree): Tree | undefined {
  const format = get(payload, 'schemaFormat') ?? get(message, 'schemaFormat');
  losses.lose(format, 'nothing', 'It is about the description, not about the service.');
  const text = readString(format);
  if (text !== undefined && !json.test(text)) {
    losses.lose(payload, 'Payload `not shown`', `Import reads JSON Schema, not \`${text}\`.`);
    return undefined;
  }
  const inner = unwrapFormat(payload);
  if (inner !== undefined) return inner;
  const target = sources.follow(payload)?.target;
  return target !== undefined && unwrapFormat(target) !== undefined ? unwrapFormat(target) : payload;
}

/** The schema in an object with `schemaFormat` and `schema`. */
function unwrapFormat(tree: Tree): Tree | undefined {
  return get(tree, 'schemaFormat') === undefined ? undefined : get(tree, 'schema');
}

function loseOperation(losses: Losses, { operation, channel }: Sending): void {
  losses.lose(get(operation, 'security'), 'nothing', 'Scopes of a page allow operations of HTTP.');
  losses.lose(get(operation, 'reply'), 'nothing', 'An event has no reply.');
  for (const tree of [operation, channel]) {
    for (const [key, binding] of listEntries(get(tree, 'bindings'))) {
      for (const [name, member] of listEntries(binding))
        if (key !== 'http' || name !== 'method')
          losses.lose(member, 'nothing', 'A page has no settings of brokers: they are set where the service runs.');
    }
    for (const key of ['description', 'summary'])
      losses.lose(get(tree, key), 'nothing', 'A channel has no text of its own.');
  }
  losses.lose(get(channel, 'servers'), 'nothing', brokers);
  losses.lose(
    get(channel, 'parameters'),
    'nothing',
    'The address of a channel has the placeholders {event} and {id} only.',
  );
}

const brokers = 'A page has no addresses of brokers: they are set where the service runs.';

function loseServer(losses: Losses, server: Tree): void {
  for (const [key, member] of listEntries(server))
    if (key !== 'protocol' && key !== '$ref') losses.lose(member, 'nothing', brokers);
}
