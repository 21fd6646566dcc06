import type { ResourceData } from '../../model.ts';
import { data, listShown, type Row, readField } from '../base/data.ts';
import { type Child, fill, h } from '../base/dom.ts';
import { parseExact } from '../base/exact.ts';
import { showTime } from '../shown/values.ts';
import { mayCall, placeCredential } from './session.ts';

/** An event of the stream. */
interface Happened {
  readonly name: string;
  readonly time?: string;
  readonly data: unknown;
}

/** The number of events that are kept. */
const most = 2000;
const kept: Happened[] = [];
let ending: AbortController | undefined;
let watcher: (() => void) | undefined;
/** The time line that is shown. */
let shown: { readonly id: string; readonly list: HTMLElement } | undefined;

/** Reads the stream of events, if the user may, and calls a function soon after something has happened. */
export function followEvents(changed: () => void): void {
  stopEvents();
  watcher = changed;
  if (!mayCall(data.stream)) return;
  ending = new AbortController();
  void follow(ending.signal, '0');
}

/** Ends the stream and forgets its events. */
export function stopEvents(): void {
  ending?.abort();
  ending = undefined;
  kept.length = 0;
}

async function follow(signal: AbortSignal, from: string): Promise<void> {
  const { stream } = data;
  if (stream === undefined) return;
  let last = from;
  for (let wait = 1000; !signal.aborted; wait = Math.min(wait * 2, 60_000)) {
    const headers = new Headers({ ...data.headers, 'Last-Event-ID': last });
    const query = new URLSearchParams(data.query);
    placeCredential(headers, query);
    const response = await fetch(query.size === 0 ? stream.path : `${stream.path}?${query}`, { headers, signal }).catch(
      () => undefined,
    );
    if (response?.ok !== true || response.body === null) {
      // A position that is no longer stored: what comes from now on is enough.
      if (response?.status === 401 || response?.status === 403) return;
      if (last === '0' && response !== undefined && response.status < 500) return;
    } else {
      wait = 1000;
      last = await readStream(response.body, last).catch(() => last);
    }
    await new Promise((wake) => setTimeout(wake, wait));
  }
}

async function readStream(body: ReadableStream<Uint8Array>, from: string): Promise<string> {
  let last = from;
  let text = '';
  const began = Date.now();
  for await (const part of body.pipeThrough(
    new TextDecoderStream() as unknown as ReadableWritablePair<string, Uint8Array>,
  ) as unknown as AsyncIterable<string>) {
    text += part;
    const blocks = text.split(/\r?\n\r?\n/);
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = readEvent(block);
      if (event.id !== undefined) last = event.id;
      if (event.happened === undefined) continue;
      kept.push(event.happened);
      if (kept.length > most) kept.shift();
      // An event that was stored before is not news.
      const at = Date.parse(event.happened.time ?? '');
      if (Number.isNaN(at) || at >= began - 1000) notify();
    }
    showTimeLine();
  }
  return last;
}

function readEvent(block: string): { readonly id?: string; readonly happened?: Happened } {
  const fields = block.split(/\r?\n/).map((line) => /^([^:]*):? ?(.*)$/.exec(line) ?? []);
  const find = (name: string): string =>
    fields.flatMap(([, key, value = '']) => (key === name ? [value] : [])).join('\n');
  const [id, text] = [find('id'), find('data')];
  const value = text === '' ? undefined : parseExact(text);
  const named = id === '' ? {} : { id };
  if (typeof value !== 'object' || value === null) return named;
  const { type, time, data: inner } = value as { type?: unknown; time?: unknown; data?: unknown };
  return {
    ...named,
    happened: {
      name: typeof type === 'string' ? type : find('event') || 'event',
      ...(typeof time === 'string' ? { time } : {}),
      data: inner ?? value,
    },
  };
}

let soon: ReturnType<typeof setTimeout> | undefined;

function notify(): void {
  clearTimeout(soon);
  soon = setTimeout(() => watcher?.(), 400);
}

/** Creates the time line of a record: the events that name it. It is empty where the service has no stream. */
export function createTimeLine(resource: ResourceData, row: Row): Child {
  shown = undefined;
  if (!mayCall(data.stream)) return undefined;
  const id = readField(row, resource.identity, listShown(resource));
  if (typeof id !== 'string') return undefined;
  const list = h('ol', { class: 'timeline' });
  shown = { id, list };
  showTimeLine();
  return h('section', { class: 'card' }, h('h2', {}, 'Time line'), list);
}

function showTimeLine(): void {
  if (shown === undefined) return;
  const { id, list } = shown;
  const found = kept.filter((event) => names(event.data, id)).toReversed();
  fill(
    list,
    found.length === 0
      ? h('li', { class: 'soft' }, 'No events yet.')
      : found
          .slice(0, 10)
          .map(({ name, time }) =>
            h('li', {}, h('b', {}, name), time === undefined ? '' : h('span', { class: 'soft' }, ' ', showTime(time))),
          ),
  );
}

function names(value: unknown, id: string): boolean {
  return typeof value === 'object' && value !== null && Object.values(value).some((each) => each === id);
}
