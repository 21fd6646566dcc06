import type { Told } from '../../../contracts/limit-status.ts';
import type { RateGate } from '../../../contracts/limiting.ts';
import type { Making } from '../../../contracts/operation-context.ts';
import type { Maybe } from '../../../contracts/record.ts';
import type { Refusal } from '../../../contracts/refusal.ts';
import type { Given } from '../../../contracts/request-context.ts';
import type { Step } from '../../../contracts/step.ts';
import type { LimitPlan, Plan } from '../../../plan/plan.ts';
import { rate } from '../kinds/rate.ts';
import { type CountedLimit, limitsOf } from './counted.ts';
import { retryAfter, tells } from './limit-headers.ts';

interface Rate extends CountedLimit {
  readonly gate: RateGate;
}

/** Counts requests by every rate limit of the operation that holds whoever calls (`open`), or for the caller. */
export function rateStep(making: Making, when: 'open' | 'caller'): Step {
  const limits = limitsOf(making, rate, when === 'open');
  const rates = limits.map((one) => ({ ...one, gate: making.limiting.rate(one.limit) }));
  return taker(making, rates, when === 'caller');
}

function taker({ plan }: Making, rates: readonly Rate[], together: boolean): Step {
  const telling = tells(plan);
  const note = (given: Given, { limit, gate }: Rate, key: string, wait: number): void => {
    if (!telling) return;
    given.told ??= [];
    given.told.push(toldOf(limit, gate, key, wait));
  };
  const beyond = (given: Given, at: number, key: string, wait: number): Refusal => {
    const one = rates[at]!;
    if (together) {
      for (const before of rates.slice(0, at)) {
        const taken = before.keyOf(given);
        if (taken !== undefined) before.gate.putBack(taken);
      }
      given.told = given.told?.filter((told) => rates.every(({ limit }) => limit !== told.limit));
    }
    note(given, one, key, wait);
    return rateRefusal(plan.toldIn, one.limit, wait);
  };
  /** Where one of several is known to have nothing, the others are not even asked. */
  const known = (given: Given): Refusal | undefined => {
    for (const one of rates) {
      const key = one.keyOf(given);
      const wait = key === undefined ? 0 : one.gate.wait(key);
      if (wait === 0) continue;
      note(given, one, key!, wait);
      return rateRefusal(plan.toldIn, one.limit, wait);
    }
    return undefined;
  };
  const from = (given: Given, start: number): Maybe<Refusal | undefined> => {
    for (let i = start; i < rates.length; i++) {
      const one = rates[i]!;
      const key = one.keyOf(given);
      if (key === undefined) continue;
      const wait = one.gate.take(key);
      if (typeof wait !== 'number') {
        return wait.then((later) => {
          if (later > 0) return beyond(given, i, key, later);
          note(given, one, key, 0);
          return from(given, i + 1);
        });
      }
      if (wait > 0) return beyond(given, i, key, wait);
      note(given, one, key, 0);
    }
    return undefined;
  };
  if (!together || rates.length === 1) return (given) => from(given, 0);
  return (given) => known(given) ?? from(given, 0);
}

/** The rate limits that count every request of an address, also those that name no operation. */
export function ratesOfAll({ limits }: Plan): readonly LimitPlan[] {
  return limits.filter(({ kind, everyRequest, scopes }) => kind === rate.name && everyRequest && scopes === undefined);
}

/** How a limit stands for a key; `wait` is 0 for a request that was let in. */
export function toldOf(limit: LimitPlan, gate: RateGate, key: string, wait: number): Told {
  if (wait > 0) return { limit, left: 0, milliseconds: wait };
  const { left, fullIn } = gate.state(key);
  return { limit, left, milliseconds: fullIn };
}

/** Turns down a request that would be let in after so many milliseconds. */
export function rateRefusal(toldIn: readonly string[], { code, line }: LimitPlan, wait: number): Refusal {
  const named = code === undefined ? {} : { named: code };
  return { condition: 'rate limit', line, ...named, ...retryAfter(toldIn, wait) };
}
