import type { CredentialService } from '../../contracts/credentials.ts';
import type { Platform } from '../../contracts/platform.ts';
import type { Audience } from '../../contracts/streams.ts';
import type { Subscriber } from './subscriber.ts';

/** A credential is looked at again so often, in milliseconds; a stream of which that fails for so long ends. */
const intervalMs = 60_000;
const longestDoubt = 120_000;
/** So many are looked at at the same time. */
const atOnce = 2_000;

/** What looks at credentials is made with; `move` puts a subscriber among those who see what it sees now. */
export interface Looking {
  readonly platform: Platform;
  readonly keys: Pick<CredentialService, 'endings'>;
  move(subscriber: Subscriber, audience: Audience): void;
}

/** Looks at the credentials of open streams: each minute, and all at once when one may have been ended. */
export interface LookingAgain {
  /** Sets when a stream, the nth that was opened, is looked at first: not all in the same moment. */
  first(subscriber: Subscriber, nth: number): void;
  /** Before a round of `look`. */
  begin(): void;
  look(subscriber: Subscriber, now: number): void;
}

/** Makes what looks at credentials again. */
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
