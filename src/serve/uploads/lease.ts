import type { Platform } from '../../contracts/platform.ts';
import type { Uploads } from '../../contracts/uploads.ts';

/** A request holds its upload for so long, in milliseconds, and says so again as often as the second number. */
const [leaseTime, beatTime] = [5_000, 1_000];
/** So often, in milliseconds, a request looks whether another has left the upload. */
const lookTime = 100;

/** The hold of a request on an upload, which no other request has at the same time. */
export interface UploadLease {
  readonly holder: string;
  /** The number of durable bytes. */
  durable: number;
  /** Resolves when the request has to stop: another waits for the upload, or it was lost. */
  readonly stopped: Promise<'asked' | 'lost'>;
  /** Whether bytes may be written now. */
  isHeld(): boolean;
  /** Ends the hold, and notes the durable bytes. */
  end(): Promise<void>;
}

/** Holds an upload; undefined if another request does. */
export async function takeLease(
  uploads: Uploads,
  id: string,
  { now, random, after, log }: Platform,
): Promise<UploadLease | undefined> {
  const holder = Buffer.from(random(12)).toString('base64url');
  let until = now() + leaseTime;
  if (!(await uploads.take(id, holder, now(), until))) return undefined;
  const { promise: stopped, resolve: stop } = Promise.withResolvers<'asked' | 'lost'>();
  let ended = false;
  let cancel: () => void;
  let beating: Promise<void> = Promise.resolve();
  const beat = async (): Promise<void> => {
    const next = now() + leaseTime;
    try {
      const state = await uploads.hold(id, holder, next, lease.durable);
      if (state === 'lost') until = 0;
      else until = next;
      if (state !== 'held') stop(state);
    } catch (error) {
      log.warn({ error: String(error) }, 'failed to hold an upload');
    }
    if (now() >= until) stop('lost');
    if (!ended) cancel = after(beatTime, run);
  };
  const run = (): void => {
    beating = beat();
  };
  const lease: UploadLease = {
    holder,
    durable: 0,
    stopped,
    isHeld: () => now() < until,
    async end() {
      if (ended) return;
      ended = true;
      cancel();
      await beating;
      await uploads.leave(id, holder, lease.durable);
    },
  };
  cancel = after(beatTime, run);
  return lease;
}

/** Asks the request that holds an upload to leave it, and waits until it has, or has ended with its process. */
export async function waitUntilFree(
  uploads: Uploads,
  id: string,
  { now, after }: Pick<Platform, 'now' | 'after'>,
): Promise<void> {
  const end = performance.now() + 2 * leaseTime;
  let asked = false;
  for (;;) {
    const upload = await uploads.find(id);
    if (upload?.leasedUntil === undefined || upload.leasedUntil <= now() || performance.now() > end) return;
    if (!asked) await uploads.ask(id);
    asked = true;
    await new Promise<void>((resolve) => void after(lookTime, resolve));
  }
}
