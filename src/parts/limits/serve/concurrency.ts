import type { PlaceGate } from '../../../contracts/limiting.ts';
import type { Making } from '../../../contracts/operation-context.ts';
import type { Maybe } from '../../../contracts/record.ts';
import type { Refusal } from '../../../contracts/refusal.ts';
import type { Given } from '../../../contracts/request-context.ts';
import type { Step } from '../../../contracts/step.ts';
import { concurrency } from '../kinds/concurrency.ts';
import { type CountedLimit, limitsOf } from './counted.ts';
import { retryAfter } from './limit-headers.ts';

interface Places extends CountedLimit {
  readonly gate: PlaceGate;
  readonly refusal: Refusal;
}

/** Nobody knows when a place becomes free. */
const soon = 1_000;

/** Takes a place of every limit on concurrent requests that holds whoever calls (`open`), or for the caller. */
export function placesStep(making: Making, when: 'open' | 'caller'): Step {
  const { plan, limiting } = making;
  const all = limitsOf(making, concurrency, when === 'open').map((one): Places => {
    const { code, line } = one.limit;
    const named = code === undefined ? {} : { named: code };
    const refusal = { condition: 'too many at once', line, ...named, ...retryAfter(plan.toldIn, soon) };
    return { ...one, gate: limiting.places(one.limit), refusal };
  });
  const from = (given: Given, start: number): Maybe<Refusal | undefined> => {
    for (let i = start; i < all.length; i++) {
      const { keyOf, gate, refusal } = all[i]!;
      const key = keyOf(given);
      if (key === undefined) continue;
      const end = (): boolean => given.end?.() === true;
      const entered = gate.enter(key, end);
      if (entered instanceof Promise) {
        return entered.then((one) => {
          if (!one) return refusal;
          hold(given, () => gate.leave(key, end));
          return from(given, i + 1);
        });
      }
      if (!entered) return refusal;
      hold(given, () => gate.leave(key, end));
    }
    return undefined;
  };
  return (given) => from(given, 0);
}

/** Keeps a place until the answer has been sent; one that comes behind the answer is given back at once. */
function hold(given: Given, leave: () => void): void {
  if (given.held === 'let go') leave();
  else {
    given.held ??= [];
    given.held.push(leave);
  }
}
