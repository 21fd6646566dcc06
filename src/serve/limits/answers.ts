import type { Told } from '../../contracts/limit-status.ts';
import type { Limiting } from '../../contracts/limiting.ts';
import type { Host } from '../../contracts/platform.ts';
import type { Maybe } from '../../contracts/record.ts';
import type { Refusal } from '../../contracts/refusal.ts';
import type { Answer, Given, Incoming } from '../../contracts/request-context.ts';
import { teller } from '../../parts/limits/serve/limit-headers.ts';
import { rateRefusal, ratesOfAll, toldOf } from '../../parts/limits/serve/rate.ts';
import type { Plan } from '../../plan/plan.ts';
import { nobody } from '../request/system-request.ts';

/** What limits do to answers. */
export interface LimitAnswers {
  /** An operation's answer as it is sent: how the limits stand, and who is to be told when it has gone. */
  last(given: Given, answer: Answer): Answer;
  /** Counts a request that names no operation, and answers it: as it is, or as one that is beyond a limit. */
  nameless(incoming: Incoming, answer: Answer, decline: (refusal: Refusal) => Answer): Maybe<Answer>;
  /** Counts a request whose head could not be read. */
  unread(peer: string): void;
}

/** Makes what limits do to the answers of a service. */
export function limitAnswers(plan: Plan, limiting: Limiting, host: Host): LimitAnswers {
  const tell = teller(plan);
  const told = (all: readonly Told[] | undefined, answer: Answer): Answer => {
    if (tell === undefined || all === undefined || all.length === 0) return answer;
    const headers = [...answer.headers];
    tell(all, host.now(), headers);
    return { ...answer, headers };
  };
  const everywhere = ratesOfAll(plan).map((limit) => ({ limit, gate: limiting.rate(limit) }));
  const count = (key: string, from: number, all: Told[]): Maybe<Refusal | undefined> => {
    for (let i = from; i < everywhere.length; i++) {
      const { limit, gate } = everywhere[i]!;
      const settle = (wait: number): Refusal | undefined => {
        all.push(toldOf(limit, gate, key, wait));
        return wait > 0 ? rateRefusal(plan.toldIn, limit, wait) : undefined;
      };
      const wait = gate.take(key);
      if (typeof wait !== 'number') return wait.then((one) => settle(one) ?? count(key, i + 1, all));
      const refusal = settle(wait);
      if (refusal !== undefined) return refusal;
    }
    return undefined;
  };
  return {
    last(given, answer) {
      const { held } = given;
      given.held = 'let go';
      const shown = given.told === undefined ? answer : told(given.told, answer);
      if (held === undefined || held === 'let go') return shown;
      return { ...shown, sent: () => held.splice(0).forEach((leave) => void leave()) };
    },
    nameless(incoming, answer, decline) {
      // What browsers ask before they ask is answered before any limit, and so is every OPTIONS.
      if (everywhere.length === 0 || incoming.method === 'OPTIONS') return answer;
      const all: Told[] = [];
      const settle = (refusal: Refusal | undefined): Answer =>
        told(all, refusal === undefined ? answer : decline(refusal));
      const refusal = count(limiting.address(incoming), 0, all);
      return refusal instanceof Promise ? refusal.then(settle) : settle(refusal);
    },
    unread(peer) {
      if (everywhere.length === 0) return;
      const failed = (error: unknown): void => {
        host.log.warn({ error: String(error) }, 'a request that could not be read was not counted');
      };
      try {
        const counted = count(limiting.address({ ...nobody, peer }), 0, []);
        if (counted instanceof Promise) counted.catch(failed);
      } catch (error) {
        failed(error);
      }
    },
  };
}
