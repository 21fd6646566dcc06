import type { Platform } from '../../contracts/platform.ts';
import type { ReplicaStatus, Store } from '../../contracts/store.ts';
import type { Service } from '../service.ts';
import type { Sample } from './durations.ts';
import { type FamilyName, families, mostCounted } from './families.ts';
import type { ReadableMeters } from './request-meters.ts';
import type { StoreCounts } from './store-meter.ts';

/** A service whose metrics are collected. */
export interface Metered {
  readonly service: Pick<Service, 'plan' | 'load'>;
  readonly store: Pick<Store, 'alive' | 'deliveries' | 'probeWrite' | 'replica'>;
  readonly meters: ReadableMeters;
  readonly counts: StoreCounts;
}

const mostTimers = 1_000;

/** Returns the samples of a service now. Gauges that need the store are left out if it does not answer in time. */
export async function collectSamples(
  { service, store, meters, counts }: Metered,
  platform: Platform,
): Promise<Readonly<Record<FamilyName, readonly Sample[]>>> {
  const began = performance.now();
  const up = await answersInTime(store, platform);
  const ping = (performance.now() - began) / 1_000;
  const [deliveries, timers] = up ? await Promise.all([countDeliveries(store), countTimers(service)]) : [[], []];
  return {
    requests: meters.durations(families.requests.name),
    refusals: meters.refusals(),
    rejections: meters.rejections(),
    storeUp: [{ labels: {}, value: up ? 1 : 0 }],
    storePing: up ? [{ labels: {}, value: ping }] : [],
    storeWrites: counts.writes.toSamples(families.storeWrites.name, {}),
    storeQueue: [{ labels: {}, value: counts.inProgress }],
    storeFailures: toSamples('reason', counts.failures),
    ...sampleReplica(store.replica?.status()),
    deliveries,
    attempts: toSamples('result', counts.attempts),
    timers: timers.map(({ transition, count }) => ({ labels: { transition }, value: count })),
    timerDelay: timers.map(({ transition, milliseconds }) => ({ labels: { transition }, value: milliseconds / 1_000 })),
    streams: [{ labels: {}, value: service.load?.streams() ?? 0 }],
    info: [{ labels: { digest: service.plan.digest }, value: 1 }],
  };
}

type ReplicaFamily = Extract<FamilyName, `replica${string}`>;

/** The samples of a replica; none without one. */
function sampleReplica(status: ReplicaStatus | undefined): Readonly<Record<ReplicaFamily, readonly Sample[]>> {
  const one = (value: number | undefined): readonly Sample[] => (value === undefined ? [] : [{ labels: {}, value }]);
  const { state, lag, lagBytes, reads, fallbacks = {} } = status ?? {};
  return {
    replicaUp: one(state && Number(state === 'current')),
    replicaLag: one(lag === undefined ? lag : lag / 1_000),
    replicaLagBytes: one(lagBytes),
    replicaReads: one(reads),
    replicaFallbacks: toSamples('reason', fallbacks),
  };
}

/** A store without a response for this many milliseconds is unreachable. */
const storePatience = 1_000;

/** Whether a store answers within a second. */
export async function answersInTime(store: Pick<Store, 'alive'>, platform: Platform): Promise<boolean> {
  const alive = store.alive();
  if (!(alive instanceof Promise)) return alive;
  return new Promise((resolve) => {
    const cancel = platform.after(storePatience, () => resolve(false));
    const settle = (answer: boolean): void => {
      cancel();
      resolve(answer);
    };
    alive.then(settle, () => settle(false));
  });
}

function toSamples(label: string, counts: Readonly<Record<string, number>>): readonly Sample[] {
  return Object.entries(counts).map(([name, value]) => ({ labels: { [label]: name }, value }));
}

async function countDeliveries({ deliveries }: Metered['store']): Promise<readonly Sample[]> {
  try {
    const [unsettled, waiting, inFlight, failed] = await Promise.all([
      deliveries.count('unsettled', 3 * mostCounted),
      deliveries.count('waiting', mostCounted),
      deliveries.count('in flight', mostCounted),
      deliveries.count('failed', mostCounted),
    ]);
    const blocked = Math.min(mostCounted, Math.max(0, unsettled! - waiting! - inFlight!));
    return toSamples('state', { waiting: waiting!, blocked, 'in flight': inFlight!, failed: failed! });
  } catch {
    return [];
  }
}

async function countTimers({ load }: Metered['service']) {
  try {
    return (await load?.timers(mostTimers)) ?? [];
  } catch {
    return [];
  }
}
