import type { LossSink } from '../ledger/ledger.ts';
import { get, listEntries } from '../source/tree.ts';
import type { Api } from './api.ts';

/** Joins descriptions of one service: the first has the name, the text and the base address. */
export function joinApis([first, ...others]: readonly [Api, ...Api[]], losses: LossSink): Api {
  const paths = new Set(first.operations.map(toKey));
  const operations = others.flatMap((api) => api.operations);
  const kept = operations.filter((operation) => {
    const isNew = !paths.has(toKey(operation));
    paths.add(toKey(operation));
    if (!isNew)
      losses.lose(
        operation.tree,
        'the operation of the first description',
        'Two descriptions state the same path and method.',
      );
    return isNew;
  });
  for (const { root } of others)
    for (const [, member] of listEntries(get(root, 'info')))
      losses.lose(member, 'that of the first description', 'A page has one name, one version and one purpose.');
  const all = [first, ...others];
  return {
    ...first,
    schemas: all.flatMap(({ schemas }) => schemas),
    schemes: all.flatMap(({ schemes }) => schemes),
    operations: [...first.operations, ...kept],
    events: all.flatMap(({ events }) => events),
    deliveries: all.flatMap(({ deliveries }) => deliveries),
    servers: all.flatMap(({ servers }) => servers),
  };
}

function toKey({ method, path }: Api['operations'][number]): string {
  return `${method} ${path.replace(/\{[^{}]*\}/g, '{}')}`;
}
