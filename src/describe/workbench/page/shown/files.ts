import type { OperationData, ResourceData } from '../../model.ts';
import { formatBytes } from '../base/convert.ts';
import { listShown, type Row, toWords } from '../base/data.ts';
import { type Child, fill, h } from '../base/dom.ts';
import { fillPath, formatProblem, send } from '../service/api.ts';
import { fillPlaceholders } from '../service/records.ts';
import { mayCall } from '../service/session.ts';

/** Creates the previews of the files of a record: pictures are shown, others are given to the user. */
export function createFiles(resource: ResourceData, row: Row, params: URLSearchParams): Child {
  const shown = listShown(resource);
  return resource.operations
    .filter((operation) => operation.content !== undefined && mayCall(operation))
    .flatMap((operation) => {
      const member = shown.find(({ field }) => field === operation.content)?.name ?? operation.content!;
      const path = fillPlaceholders(operation, resource, row, params);
      if (row[member] === undefined || row[member] === null || fillPath(operation, path) === undefined) return [];
      return [createPreview(operation, path, row[member], member)];
    });
}

function createPreview(
  operation: OperationData,
  path: Record<string, string>,
  value: unknown,
  member: string,
): HTMLElement {
  const {
    name = member,
    type = '',
    size,
  } = (typeof value === 'object' ? value : {}) as { name?: string; type?: string; size?: number };
  const place = h('div', { class: 'preview' });
  const open = async (isWanted: boolean): Promise<void> => {
    const answer = await send(operation, { path }).catch(() => undefined);
    if (answer === undefined || answer.problem !== undefined)
      return fill(
        place,
        h(
          'p',
          { class: 'problem' },
          answer?.problem === undefined ? 'The service cannot be reached.' : formatProblem(answer.problem),
        ),
      );
    const address = URL.createObjectURL(await answer.response.blob());
    if (/^image\/(png|jpeg|gif|webp|avif)$/.test(type) && !isWanted) fill(place, h('img', { src: address, alt: name }));
    else h('a', { href: address, download: name }).click();
  };
  const isPicture = /^image\/(png|jpeg|gif|webp|avif)$/.test(type);
  if (isPicture && (size ?? 0) < 5_000_000) void open(false);
  return h(
    'section',
    { class: 'card' },
    h('h2', {}, toWords(member)),
    place,
    h(
      'p',
      {},
      h('button', { type: 'button', click: () => void open(true) }, `Download ${name}`),
      h(
        'span',
        { class: 'soft' },
        ` ${[type, size === undefined ? '' : formatBytes(size)].filter((each) => each !== '').join(', ')}`,
      ),
    ),
  );
}
