import { servedNames } from '../../parts/versioning/serve-choose.ts';
import type { Plan } from '../../plan/plan.ts';
import type { Compiled } from '../../steps/compiled.ts';
import type { Host } from '../../steps/host.ts';
import type { EventsInVersion, EventVersions } from '../../steps/shown-events.ts';
import type { CompiledVersion } from '../../steps/versions.ts';

const same = (kind: string): string => kind;

/** Events as the served versions tell of them. What is told in another version than it was asked for is logged, once a version. */
export function eventVersionsOf(
  plan: Plan,
  { events }: Pick<Compiled, 'events'>,
  older: readonly CompiledVersion[],
  { log }: Pick<Host, 'log'>,
): EventVersions {
  const { versions, placements } = plan.versioning;
  const [top] = versions;
  const own: EventsInVersion = { version: top?.name, events, nameOf: same };
  const others = older.map(
    (one): EventsInVersion => ({ version: one.version.name, events: one.events, nameOf: one.eventName }),
  );
  const byName = new Map([own, ...others].map((one) => [one.version, one]));
  const current = versions.find(({ status }) => status === 'current')?.name;
  const usual = byName.get(placements[0]?.whenAbsent) ?? byName.get(current) ?? own;
  const oldest = others.at(-1) ?? own;
  const told = new Set<string>();
  return {
    usual,
    several: others.length > 0,
    in(version) {
      if (version === undefined) return usual;
      const found = byName.get(version);
      if (found !== undefined || versions.length === 0) return found ?? own;
      if (!told.has(version)) {
        told.add(version);
        const facts = { version, instead: oldest.version, served: servedNames(plan) };
        log.warn(facts, 'subscriptions of a version that is served no more are told in the oldest one that is');
      }
      return oldest;
    },
  };
}
