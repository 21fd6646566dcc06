import type { Platform } from '../../contracts/platform.ts';
import type { ConnectNats, NatsLink, NatsSettings } from './link.ts';

/** The first wait behind a connection that failed, and the longest, in milliseconds. */
const firstWait = 250;
const longestWait = 5_000;

/** A connection that is made anew whenever it ends. */
export interface PersistentNatsLink {
  /** The connection; or, where there is none within so many milliseconds, what is in the way. */
  link(milliseconds: number): Promise<NatsLink | { readonly problem: string }>;
  /** Waits for no connection any more; one that there is stays. */
  rest(): void;
  /** Ends it: who waits is told so. */
  close(): Promise<void>;
}

/** Connects at once, and again whenever that fails or the connection ends, after waits that grow to five seconds. */
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
