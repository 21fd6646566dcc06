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
  move(one: Subscriber, audience: Audience): void;
}

/** Looks at the credentials of open streams: each minute, and all at once when one may have been ended. */
export interface LookingAgain {
  /** Sets when a stream, the nth that was opened, is looked at first: not all in the same moment. */
  first(one: Subscriber, nth: number): void;
  /** Before a round of `look`. */
  begin(): void;
  look(one: Subscriber, now: number): void;
}

/** Makes what looks at credentials again. */
export function createReauthorization({ platform, keys, move }: Looking): LookingAgain {
  let seen = keys.endings;
  let ended = false;
  let under = 0;
  const settle = (one: Subscriber, audience: Audience | undefined, now: number): void => {
    if (one.over) return;
    if (audience === undefined) {
      one.end();
      return;
    }
    one.lookedAt = now;
    if (audience.key !== one.group.audience.key) move(one, audience);
  };
  const failed = (one: Subscriber, error: unknown, now: number): void => {
    if (now - one.lookedAt < longestDoubt) {
      one.lookAt = now;
      return;
    }
    platform.log.warn({ error: String(error) }, 'a stream ends: its credential could not be looked at');
    one.end();
  };
  return {
    first(one, nth) {
      one.lookAt += intervalMs / 2 + ((nth * 7919) % (intervalMs / 2));
    },
    begin() {
      ended = keys.endings !== seen;
      seen = keys.endings;
    },
    look(one, now) {
      if (ended) one.lookAt = now;
      if (one.looking || now < one.lookAt || under >= atOnce) return;
      one.lookAt = now + intervalMs;
      try {
        const audience = one.again();
        if (!(audience instanceof Promise)) {
          settle(one, audience, now);
          return;
        }
        one.looking = true;
        under++;
        audience
          .then(
            (known) => settle(one, known, now),
            (error: unknown) => failed(one, error, now),
          )
          .finally(() => {
            one.looking = false;
            under--;
          });
      } catch (error) {
        failed(one, error, now);
      }
    },
  };
}
