import type { Platform } from '../../contracts/platform.ts';
import type { ConnectNats, NatsLink, NatsSettings } from './link.ts';

/** The first and the longest delay after a failed connection, in milliseconds. */
const firstWait = 250;
const longestWait = 5_000;

/** A connection that reconnects whenever it ends. */
export interface PersistentNatsLink {
  /** Resolves to the connection, or to the problem if there is none within `milliseconds`. */
  link(milliseconds: number): Promise<NatsLink | { readonly problem: string }>;
  /** Stops waiting for a connection; an open one stays open. */
  rest(): void;
  /** Closes the connection and rejects pending waits with a problem. */
  close(): Promise<void>;
}

/** Connects immediately and reconnects after failures, with delays of up to five seconds. */
export function openPersistentNatsLink(
  settings: NatsSettings,
  { after, log }: Platform,
  connect: ConnectNats,
): PersistentNatsLink {
  const waiting = new Set<() => void>();
  let current: NatsLink | undefined;
  let problem = 'the NATS server has not answered yet';
  let told = false;
  let wait = firstWait;
  let resting = false;
  let closed = false;
  let cancel = (): void => undefined;

  const lost = (why: unknown): void => {
    current = undefined;
    if (closed) return;
    problem = `the NATS server cannot be reached: ${why instanceof Error ? why.message : String(why)}`;
    if (!told) log.warn({ servers: settings.servers, error: problem }, 'no connection to the NATS server: events wait');
    told = true;
    cancel = after(wait, () => void dial());
    wait = Math.min(wait * 2, longestWait);
  };
  const dial = async (): Promise<void> => {
    let made: NatsLink;
    try {
      made = await connect(settings);
    } catch (error) {
      lost(error);
      return;
    }
    if (closed) {
      await made.close();
      return;
    }
    current = made;
    wait = firstWait;
    if (told) log.info({ servers: settings.servers }, 'connected to the NATS server again');
    told = false;
    for (const go of waiting) go();
    lost(await made.ended);
  };
  void dial();

  return {
    link(milliseconds) {
      if (current !== undefined) return Promise.resolve(current);
      return new Promise((done) => {
        const go = (): void => {
          waiting.delete(go);
          stop();
          done(current ?? { problem });
        };
        const stop = after(milliseconds, go);
        waiting.add(go);
        if (resting) go();
      });
    },
    rest() {
      resting = true;
      if (current === undefined) for (const go of waiting) go();
    },
    async close() {
      resting = true;
      closed = true;
      cancel();
      const open = current;
      current = undefined;
      for (const go of waiting) go();
      await open?.close();
    },
  };
}
