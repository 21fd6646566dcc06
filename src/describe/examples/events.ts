import type { Json } from '../../plan/schema.ts';
import type { EventExample, Exchange } from './exchange.ts';
import type { Stage } from './stage.ts';

/** The events of a play as they left the service: the first of each type for each kind of delivery. */
export async function collectEvents({ plan, world, exchanges }: Stage): Promise<readonly EventExample[]> {
  const names = new Set(plan.events.map(({ name }) => name));
  const stored = await world.events();
  const sent = world.sent().flatMap(({ delivery, headers, body }): EventExample[] => {
    const event = findType(body, names) ?? findType(headers, names) ?? findById(body, stored);
    return event === undefined ? [] : [{ event, delivery, headers, body: body as Json }];
  });
  const streams = [...exchanges.values()].flatMap(({ exchange }) => readStream(exchange, names));
  const plain = stored.map(({ type, payload }): EventExample => {
    return { event: type, delivery: 'stored', headers: {}, body: (payload ?? null) as Json };
  });
  const shown = new Map<string, EventExample>();
  for (const example of [...sent, ...streams, ...plain]) {
    const key = `${example.event}\n${example.delivery}`;
    const other = [...shown.values()].some(({ event }) => event === example.event);
    if (!shown.has(key) && (example.delivery !== 'stored' || !other)) shown.set(key, example);
  }
  const order = [...names];
  return [...shown.values()].toSorted((left, right) => order.indexOf(left.event) - order.indexOf(right.event));
}

/** The name of an event among the texts of a value. */
function findType(value: unknown, names: ReadonlySet<string>): string | undefined {
  if (typeof value === 'string') return names.has(value) ? value : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const inner of Object.values(value)) {
    const found = findType(inner, names);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The type of the stored event whose id, or payload, a body holds. */
function findById(
  body: unknown,
  stored: readonly { readonly id: string; readonly type: string; readonly payload: unknown }[],
): string | undefined {
  const text = JSON.stringify(body);
  return stored.find(({ id, payload }) => text.includes(id) || JSON.stringify(payload) === text)?.type;
}

/** The events of a stream, with the fields of server-sent events as headers. */
function readStream({ response }: Exchange, names: ReadonlySet<string>): readonly EventExample[] {
  const type = response.headers['content-type'] ?? '';
  if (!type.startsWith('text/event-stream') || typeof response.body !== 'string') return [];
  return response.body.split('\n\n').flatMap((block): EventExample[] => {
    const fields = block.split('\n').map((line) => /^([a-z]+): ?(.*)$/.exec(line)?.slice(1) ?? []);
    const field = (name: string): string | undefined => fields.find(([of]) => of === name)?.[1];
    const data = field('data');
    const event = field('event');
    if (data === undefined || event === undefined || !names.has(event)) return [];
    return [{ event, delivery: 'sse', headers: { id: field('id') ?? '', event }, body: JSON.parse(data) as Json }];
  });
}
