import { cell, type Part, row, section } from '../../page/model.ts';
import { createPlainNames } from '../../page/names.ts';
import { get, isTrue, readString } from '../../source/tree.ts';
import type { Api } from '../api.ts';
import { type Bodies, findMedia } from '../bodies.ts';
import { writeMeaning } from '../objects.ts';

/** Writes webhooks and callbacks as events. When they happen is not in a description. */
export function writeEvents({ events }: Api, { schemas }: Bodies): Part {
  const own = section();
  const names = createPlainNames(['all', 'left']);
  const rows = events.map(({ name: wanted, operation }) => {
    const { tree, body } = operation;
    const name = names.give(wanted);
    schemas.losses.rename(tree, wanted, name);
    const media = findMedia(body?.content ?? [], 'json');
    const { target, says } =
      media?.schema === undefined ? { target: undefined, says: [] } : schemas.unwrap(media.schema);
    const named = target === undefined ? undefined : schemas.nameOf(target, `${wanted} event`);
    if (named === undefined)
      schemas.losses.lose(body?.tree, 'Payload `not shown`', 'A payload is an object with fields.');
    const description = get(tree, 'summary') ?? get(tree, 'description');
    return row({
      Event: cell(name, get(tree, 'operationId')),
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
  return { part: 'events', sections: [own], notes: [] };
}
