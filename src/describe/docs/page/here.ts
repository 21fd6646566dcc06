import { create, findAll } from './dom.ts';
import { type Running, startService } from './running.ts';

/** The data of the page about the service that may run in it. */
export interface HereData {
  /** The address of its file, from the page. */
  readonly file: string;
  /** The moment at which its clock begins. */
  readonly clock: number;
}

/** The service that runs in the page, or may. */
export interface Here {
  readonly running: Running | undefined;
  /** Loads and starts it, once. Rejects with a message for the reader. */
  start(): Promise<void>;
  /** Shows the present records and events, the records of a resource where one is named. */
  refresh(resource?: string): Promise<void>;
  /** Calls back when it has started or stopped. */
  watch(listener: () => void): void;
}

const steps = [
  ['1 minute', 60_000],
  ['1 hour', 3_600_000],
  ['1 day', 86_400_000],
  ['30 days', 30 * 86_400_000],
] as const;

/** Prepares the service that runs in the page, which `fill` gives its first records; undefined if the page has none, or not the text of its document. */
export function prepareHere(data: HereData | undefined, fill: (running: Running) => Promise<void>): Here | undefined {
  const lines = findAll('#source .src > div').map((line) => line.textContent ?? '');
  if (data === undefined || lines.length === 0) return undefined;
  const listeners: (() => void)[] = [];
  let running: Running | undefined;
  let starting: Promise<void> | undefined;
  let dock: Dock | undefined;
  const stop = (): void => {
    running?.end();
    running = undefined;
    starting = undefined;
    dock?.element.remove();
    document.documentElement.classList.remove('docked');
    for (const listener of listeners) listener();
  };
  const open = async (): Promise<void> => {
    running = await startService(data.file, `${lines.join('\n')}\n`, data.clock);
    await fill(running);
    dock = createDock(running, data.clock, stop);
    document.querySelector('main')?.append(dock.element);
    document.documentElement.classList.add('docked');
    await dock.refresh();
    for (const listener of listeners) listener();
  };
  return {
    get running() {
      return running;
    },
    start() {
      starting ??= open().catch((error: unknown) => {
        starting = undefined;
        throw error;
      });
      return starting;
    },
    refresh: async (resource) => dock?.refresh(resource),
    watch: (listener) => listeners.push(listener),
  };
}

interface Dock {
  readonly element: HTMLElement;
  refresh(resource?: string): Promise<void>;
}

/** The panel at the foot of the page: the clock, the records, the events. */
function createDock(running: Running, start: number, stop: () => void): Dock {
  const clock = create('output', { class: 'clock', 'aria-label': 'Clock' });
  const showTime = (now: number): void => {
    clock.textContent = `${new Date(now).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  };
  showTime(start);
  const select = create('select', {}, ...running.facts.resources.map((name) => create('option', {}, name)));
  const table = create('div', { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': 'Stored records' });
  const events = create('ol', { class: 'heard', 'aria-label': 'Events, newest first', tabindex: '0' });
  let last = 0;
  const refresh = async (resource?: string): Promise<void> => {
    if (resource !== undefined && running.facts.resources.includes(resource)) select.value = resource;
    table.replaceChildren(await describeRecords(running, select.value));
    for (const { number, type, at, payload } of await running.events(last)) {
      last = number;
      const text = create('pre', { tabindex: '0' }, JSON.stringify(payload, null, 2) ?? '');
      const head = create('summary', {}, create('b', {}, type), ` ${at.slice(0, 16).replace('T', ' ')}`);
      events.prepend(create('li', {}, create('details', {}, head, text)));
    }
    if (last === 0) events.replaceChildren(create('li', { class: 'none' }, 'No events yet.'));
    else events.querySelector('.none')?.remove();
  };
  select.addEventListener('change', () => void refresh());
  const buttons = steps.map(([name, milliseconds]) => {
    const button = create('button', { type: 'button', 'aria-label': `Advance the clock by ${name}` }, `+${name}`);
    button.addEventListener('click', async () => {
      showTime(await running.advance(milliseconds));
      await refresh();
    });
    return button;
  });
  const end = create('button', { type: 'button', class: 'stop' }, 'Stop');
  end.addEventListener('click', stop);
  const bar = create('p', { class: 'bar' }, create('b', {}, 'Runs in this page'), clock, ...buttons, end);
  const records = create('div', {}, create('label', {}, 'Records ', select), table);
  const heard = create('div', {}, create('p', { class: 'eh' }, 'Events'), events);
  return {
    element: create('section', { class: 'here', 'aria-label': 'The service in this page' }, bar, records, heard),
    refresh,
  };
}

async function describeRecords(running: Running, resource: string): Promise<Node> {
  if (resource === '') return create('p', { class: 'none' }, 'The document has no resource.');
  const { columns, rows } = await running.records(resource);
  if (rows.length === 0) return create('p', { class: 'none' }, `No ${resource} yet.`);
  return create(
    'table',
    {},
    create('thead', {}, create('tr', {}, ...columns.map((column) => create('th', { scope: 'col' }, column)))),
    create('tbody', {}, ...rows.map((row) => create('tr', {}, ...row.map((cell) => create('td', {}, cell))))),
  );
}
