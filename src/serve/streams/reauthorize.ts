import type { CredentialService } from '../../contracts/credentials.ts';
import type { Platform } from '../../contracts/platform.ts';
import type { Audience } from '../../contracts/streams.ts';
import type { Subscriber } from './subscriber.ts';

/** Credentials are checked at this interval, in milliseconds. A stream ends if its checks fail for as long. */
const intervalMs = 60_000;
const longestDoubt = 120_000;
/** The maximum number of concurrent checks. */
const atOnce = 2_000;

/** The dependencies of reauthorization; `move` puts a subscriber into the group that sees the same events. */
export interface Looking {
  readonly platform: Platform;
  readonly keys: Pick<CredentialService, 'endings'>;
  move(subscriber: Subscriber, audience: Audience): void;
}

/** Checks the credentials of open streams: every minute, and immediately when one may have been revoked. */
export interface LookingAgain {
  /** Schedules the first check of the nth stream, so that checks are spread over time. */
  first(subscriber: Subscriber, nth: number): void;
  /** Called before a round of `look`. */
  begin(): void;
  look(subscriber: Subscriber, now: number): void;
}

/** Creates the reauthorization of streams. */
export function createReauthorization({ platform, keys, move }: Looking): LookingAgain {
  let seen = keys.endings;
  let ended = false;
  let under = 0;
  const settle = (subscriber: Subscriber, audience: Audience | undefined, now: number): void => {
    if (subscriber.over) return;
    if (audience === undefined) {
      subscriber.end();
      return;
    }
    subscriber.lookedAt = now;
    if (audience.key !== subscriber.group.audience.key) move(subscriber, audience);
  };
  const failed = (subscriber: Subscriber, error: unknown, now: number): void => {
    if (now - subscriber.lookedAt < longestDoubt) {
      subscriber.lookAt = now;
      return;
    }
    platform.log.warn({ error: String(error) }, 'failed to check the credential of a stream: the stream ends');
    subscriber.end();
  };
  return {
    first(subscriber, nth) {
      subscriber.lookAt += intervalMs / 2 + ((nth * 7919) % (intervalMs / 2));
    },
    begin() {
      ended = keys.endings !== seen;
      seen = keys.endings;
    },
    look(subscriber, now) {
      if (ended) subscriber.lookAt = now;
      if (subscriber.looking || now < subscriber.lookAt || under >= atOnce) return;
      subscriber.lookAt = now + intervalMs;
      try {
        const audience = subscriber.again();
        if (!(audience instanceof Promise)) {
          settle(subscriber, audience, now);
          return;
        }
        subscriber.looking = true;
        under++;
        audience
          .then(
            (known) => settle(subscriber, known, now),
            (error: unknown) => failed(subscriber, error, now),
          )
          .finally(() => {
            subscriber.looking = false;
            under--;
          });
      } catch (error) {
        failed(subscriber, error, now);
      }
    },
  };
}
