import type { SweepCursor } from '../contracts/limits/counting.ts';
import type { Limiting } from '../contracts/limits/limiting.ts';
import type { Platform } from '../contracts/platform.ts';
import type { Store } from '../contracts/store.ts';
import { limitKind } from '../parts/registry.ts';
import type { LimitPlan, Plan } from '../plan/plan.ts';
import { createAddressReader } from './http/client-address.ts';
import { createConcurrencyLimiter, type ManagedConcurrencyLimiter } from './limits/concurrency.ts';
import { heartbeatInterval, startHeartbeat } from './limits/heartbeat.ts';
import { type ManagedRateLimiter, openRate } from './limits/rate.ts';

/** The limits of a running service. */
export interface OpenLimiting extends Limiting {
  /** Hands back what this instance holds. */
  close(): Promise<void>;
}

/** The number of beats after which buckets are searched again for full ones, and the number of rows per beat. */
const sweepEveryBeats = 60;
const sweepBatch = 10_000;
/** A longer text is counted by its digest. */
const longest = 100;

/** Opens what counts the requests of a service; one that states no such limit asks its store for nothing. */
export function openLimiting(
  plan: Plan,
  { counting }: Store,
  platform: Platform,
  trusted: readonly string[],
): OpenLimiting {
  const address = createAddressReader(trusted);
  const digest = (value: unknown): string => {
    const text = JSON.stringify(value) ?? '';
    return text.length <= longest ? text : `sha256 ${toHex(platform.sha256(text))}`;
  };
  if (!plan.limits.some(({ kind }) => limitKind(kind)?.counts === 'requests')) {
    const none = (): never => {
      throw new Error('the service states no limit that is counted');
    };
    return { rate: none, concurrency: none, address, digest, close: async () => undefined };
  }
  const heartbeat = startHeartbeat(counting, platform);
  const values = createValueFinder(plan);
  const rates = createLimiters<ManagedRateLimiter>((limit) =>
    openRate(limit, counting, heartbeat, platform, values(limit)),
  );
  const places = createLimiters<ManagedConcurrencyLimiter>((limit) =>
    createConcurrencyLimiter(limit, counting, heartbeat, platform),
  );
  const settlePlaces = async (): Promise<void> => {
    const all = places.all();
    const renamed = all.length === 0 ? undefined : heartbeat.rename();
    if (renamed === undefined) return;
    const { before, gone } = renamed;
    try {
      // Sent at once: later changes are reported after it. Slots that it held before would be freed.
      const sent = gone
        ? [counting.end(before), heartbeat.beat(), ...all.map((limiter) => limiter.reacquire())]
        : [heartbeat.beat(), ...all.flatMap((limiter) => limiter.reregister()), counting.end(before)];
      await Promise.all(sent);
    } catch (error) {
      heartbeat.suspect(gone);
      platform.log.warn({ error: String(error) }, 'failed to store the occupied slots');
    }
  };
  let cursor: SweepCursor | undefined;
  const endBeat = runEveryBeat(platform, async (beats) => {
    await heartbeat.beat();
    await settlePlaces();
    await Promise.all(rates.all().map((limiter) => limiter.tend(false)));
    // Several instances begin at different moments, so that mostly one of them finds something.
    if (cursor === undefined && beats % sweepEveryBeats !== 0) return;
    cursor = (await counting.sweep(platform.now(), sweepBatch, cursor)).next;
  });
  return {
    rate: rates.of,
    concurrency: places.of,
    address,
    digest,
    async close() {
      endBeat();
      try {
        await Promise.all(rates.all().map((limiter) => limiter.tend(true)));
        await Promise.all(places.all().map((limiter) => limiter.settled()));
        await heartbeat.close();
      } catch (error) {
        platform.log.warn({ error: String(error) }, 'failed to release limits at shutdown');
      }
    },
  };
}

/** Finds the values that the versions of the interface give a limit. */
function createValueFinder({
  limits,
  versioning: { older = [] },
}: Plan): (limit: LimitPlan) => readonly LimitPlan['value'][] {
  const all = Map.groupBy([limits, ...older.map((version) => version.interface.limits)].flat(), ({ name }) => name);
  return ({ name }) => (all.get(name) ?? []).map(({ value }) => value);
}

/** One gate for each limit and value, made when it is first asked for. */
function createLimiters<T>(open: (limit: LimitPlan) => T): { of(limit: LimitPlan): T; all(): T[] } {
  const gates = new Map<string, T>();
  return {
    of(limit) {
      const key = JSON.stringify([limit.name, limit.value]);
      const gate = gates.get(key) ?? open(limit);
      gates.set(key, gate);
      return gate;
    },
    all: () => [...gates.values()],
  };
}

/** Does some work once a beat, the next one when it is done; gives what ends it. */
function runEveryBeat(platform: Platform, work: (beats: number) => Promise<void>): () => void {
  let ended = false;
  let beats = 0;
  let cancel = (): void => undefined;
  const next = (): void => {
    cancel = platform.after(heartbeatInterval, () => {
      beats++;
      work(beats)
        .catch((error: unknown) => platform.log.warn({ error: String(error) }, 'failed to maintain limits'))
        .finally(() => {
          if (!ended) next();
        });
    });
  };
  next();
  return () => {
    ended = true;
    cancel();
  };
}

function toHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0');
  return text;
}
