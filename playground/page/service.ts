import type { EventShown } from '../../src/contracts/browser-service.ts';
import type { Remote } from '../workers/calls.ts';
import type { EngineFunctions, Opened } from '../workers/engine-protocol.ts';
import { type Engine, startEngine } from './engines.ts';
import { listChanges, readTables } from './table-changes.ts';
import type { Workspace } from './workspace.ts';

/** The service of the document, which runs in a worker. */
export interface Service {
  /** The service that runs; undefined until the first one is open. */
  readonly opened: Opened | undefined;
  /** The functions of the worker, once a service is open. Rejects if none can be started. */
  call(): Promise<Remote<EngineFunctions>>;
  /** The moment of its clock. */
  readonly now: number;
  /** Its events, oldest first. */
  readonly events: readonly EventShown[];
  /** Moves its clock by milliseconds; returns the events and the changes of records that this caused. */
  advance(milliseconds: number): Promise<Advanced>;
  /** Reads what a request may have changed, and calls back. */
  refresh(): Promise<void>;
  /** Opens it again without records. */
  reset(): Promise<void>;
  /** Calls back when it was opened or failed to, and when its events, records or clock have changed. */
  onChange(listener: (change: Change) => void): void;
}

/** The effects of a move of the clock. */
export interface Advanced {
  readonly events: readonly EventShown[];
  /** Each in words: `Seat 7: status held → free`. */
  readonly changes: readonly string[];
}

/** A change of the service. */
export type Change = 'opened' | 'changed' | { readonly failed: string };

/** Milliseconds without another text before the service is opened again. */
const quiet = 300;

/** Runs the service of each text without errors; of texts that follow quickly only the last. */
export function createService(workspace: Workspace): Service {
  const listeners: ((change: Change) => void)[] = [];
  const report = (change: Change): void => {
    for (const listener of listeners) listener(change);
  };
  let engine: Promise<Engine> | undefined;
  let opened: Opened | undefined;
  let events: readonly EventShown[] = [];
  let now = Date.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isNew = true;
  let work: Promise<unknown> = Promise.resolve();
  const start = async (): Promise<Remote<EngineFunctions>> => {
    engine ??= startEngine();
    return (await engine).call;
  };
  const open = async (text: string): Promise<void> => {
    try {
      const call = await start();
      const wanted = isNew;
      isNew = false;
      opened = await call.open(text, Date.now(), wanted);
      now = opened.now;
      events = await readEvents(call, []);
      report('opened');
    } catch (error) {
      opened = undefined;
      report({ failed: error instanceof Error ? error.message : String(error) });
    }
  };
  const queue = (text: string): Promise<void> => {
    const next = work.then(() => open(text));
    work = next;
    return next;
  };
  const refresh = async (): Promise<void> => {
    events = await readEvents(await start(), events);
    report('changed');
  };
  workspace.onOpen(() => {
    isNew = true;
  });
  workspace.onSound((text) => {
    clearTimeout(timer);
    timer = setTimeout(() => void queue(text), opened === undefined || isNew ? 0 : quiet);
  });
  return {
    get opened() {
      return opened;
    },
    get now() {
      return now;
    },
    get events() {
      return events;
    },
    async call() {
      await work;
      if (opened === undefined) throw new Error('The service does not run: the document has errors.');
      return start();
    },
    async advance(milliseconds) {
      const call = await start();
      const before = events.length;
      const resources = opened?.facts.resources ?? [];
      const older = await readTables(call, resources);
      now = await call.advance(milliseconds);
      const newer = await readTables(call, resources);
      await refresh();
      return { events: events.slice(before), changes: listChanges(older, newer) };
    },
    refresh,
    async reset() {
      isNew = true;
      await queue(workspace.sound ?? workspace.text);
    },
    onChange: (listener) => void listeners.push(listener),
  };
}

async function readEvents(call: Remote<EngineFunctions>, known: readonly EventShown[]): Promise<readonly EventShown[]> {
  const all = [...known];
  for (;;) {
    const found = await call.events(all.at(-1)?.number ?? 0);
    if (found.length === 0) return all;
    all.push(...found);
  }
}
