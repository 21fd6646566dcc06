import { cell, type Part, type Row, row, section, words } from '../../page/model.ts';
import { createPlainNames } from '../../page/names.ts';
import { get, isTrue, readString } from '../../source/tree.ts';
import type { Api, ApiDelivery, ApiEvent } from '../api.ts';
import { type Bodies, findMedia } from '../bodies.ts';
import { writeMeaning } from '../objects.ts';

/** Writes webhooks, callbacks and messages as events. When they happen is not in a description. */
export function writeEvents({ events, deliveries }: Api, { schemas }: Bodies): Part {
  const own = section();
  const names = createPlainNames(['all', 'left']);
  const given = new Map<ApiEvent, string>();
  const rows = events.map((event) => {
    const { name: wanted, tree, body, nameSays } = event;
    const name = names.give(wanted);
    given.set(event, name);
    schemas.losses.rename(tree, wanted, name);
    const media = findMedia(body?.content ?? [], 'json');
    const { target, says } =
      media?.schema === undefined ? { target: undefined, says: [] } : schemas.unwrap(media.schema);
    const named = target === undefined ? undefined : schemas.nameOf(target, `${wanted} event`);
    if (named === undefined)
      schemas.losses.lose(body?.tree, 'Payload `not shown`', 'A payload is an object with fields.');
    const description = get(tree, 'summary') ?? get(tree, 'description');
    return row({
      Event: cell(name, nameSays),
      When: cell('not shown'),
      Payload: cell(
        named === undefined ? (body === undefined ? '' : 'not shown') : `\`${named.name}\``,
        ...(named === undefined ? [] : [...body!.refs, ...says]),
      ),
      Meaning: writeMeaning(
        schemas,
        readString(description) === undefined ? undefined : description,
        isTrue(get(tree, 'deprecated')) ? get(tree, 'deprecated') : undefined,
      ),
    });
  });
  own.tables.push({ columns: ['Event', 'When', 'Payload', 'Meaning'], rows });
  own.tables.push({
    columns: ['Delivery', 'To', 'Events'],
    rows: deliveries.map((delivery) => writeDelivery(delivery, given)),
  });
  return { part: 'events', sections: [own], notes: [] };
}

function writeDelivery({ kind, to, says, toSays, events }: ApiDelivery, names: ReadonlyMap<ApiEvent, string>): Row {
  const target = to === undefined ? 'not shown' : kind === 'sse' ? `GET ${to}` : to;
  return row({
    Delivery: cell(kind, ...says),
    To: cell(target, ...toSays),
    Events: { items: [...new Set(events.map((event) => names.get(event)!))].map((name) => words(name)), joint: ', ' },
  });
}
