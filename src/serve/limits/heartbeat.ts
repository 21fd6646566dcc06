import type { Counting } from '../../contracts/limits/counting.ts';
import type { Platform } from '../../contracts/platform.ts';

/** How often an instance says that it lives, and looks how many do, in milliseconds. */
export const heartbeatInterval = 1_000;
/** An instance that has said nothing for so long is gone. */
const gone = 5_000;
/** An older heartbeat is not relied upon. */
const fresh = 1_500;
/** A newcomer leases nothing until all others know of it, and what they leased before has ended. */
const settling = 2_500;

/** This instance among the instances that share one store. */
export interface Heartbeat {
  /** The name under which it counts. */
  readonly instance: string;
  /** How many instances there are, for leases: 0 while that is not known for certain. */
  instances(): number;
  /** Says that it lives; called once a beat. */
  beat(): Promise<void>;
  /** A promise to await before the instance may hold slots; undefined if there is none. */
  readonly ready: () => Promise<void> | undefined;
  /** The store may count other slots for this instance than it holds; `gone`: other instances may have taken its slots. */
  suspect(gone?: boolean): void;
  /**
   * Where that is in doubt: takes another name, for which nothing is counted, and gives the one that it had, and whether it was
   * silent so long that other instances may have taken its slots.
   */
  rename(): { readonly before: string; readonly gone: boolean } | undefined;
  close(): Promise<void>;
}

/** Enters an instance into its store. */
export function startHeartbeat(counting: Counting, platform: Platform): Heartbeat {
  let instance = createInstanceId(platform);
  let inDoubt = false;
  let wasGone = false;
  /** Reported once, until it works again. */
  let failing = false;
  let lost = counting.lost();
  let count = 0;
  let heardAt = Number.NEGATIVE_INFINITY;
  let leasesFrom: number | undefined;
  let entering: Promise<void> | undefined;
  const heard = (now: number, living: number): void => {
    count = Math.max(1, living);
    heardAt = now;
    failing = false;
    leasesFrom ??= count === 1 ? now : now + settling;
  };
  const beat = (): Promise<void> | undefined => {
    const now = platform.now();
    // After a silence other instances may have taken this instance's slots, and the store may have forgotten them.
    if (heardAt !== Number.NEGATIVE_INFINITY && now - heardAt >= gone) {
      leasesFrom = undefined;
      inDoubt = true;
      wasGone = true;
    }
    const living = counting.heartbeat(instance, now, now + gone);
    if (!(living instanceof Promise)) return void heard(now, living);
    return living.then((result) => heard(now, result));
  };
  const failed = (error: unknown): void => {
    if (failing) return;
    failing = true;
    platform.log.warn({ error: String(error) }, 'failed to store the heartbeat of this instance');
  };
  const tried = async (work: Promise<void> | undefined): Promise<void> => {
    await Promise.resolve(work).catch(failed);
    entering = undefined;
  };
  try {
    const first = beat();
    if (first !== undefined) entering = tried(first);
  } catch (error) {
    failed(error);
  }
  return {
    get instance() {
      return instance;
    },
    suspect(gone) {
      inDoubt = true;
      if (gone === true) wasGone = true;
    },
    rename() {
      if (!inDoubt && counting.lost() === lost) return undefined;
      const was = { before: instance, gone: wasGone };
      inDoubt = false;
      wasGone = false;
      lost = counting.lost();
      instance = createInstanceId(platform);
      return was;
    },
    instances() {
      const now = platform.now();
      return leasesFrom === undefined || now < leasesFrom || now - heardAt >= fresh ? 0 : count;
    },
    async beat() {
      try {
        await beat();
      } catch (error) {
        failed(error);
      }
    },
    ready: () => entering,
    async close() {
      await entering;
      await counting.end(instance);
    },
  };
}

function createInstanceId(platform: Platform): string {
  let text = '';
  for (const byte of platform.random(12)) text += byte.toString(16).padStart(2, '0');
  return text;
}
