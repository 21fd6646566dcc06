import type { Compiled } from '../../contracts/compiled.ts';
import type { Platform } from '../../contracts/platform.ts';
import type { CompiledEvents, EventsInVersion, EventVersions } from '../../contracts/shown-events.ts';
import type { CompiledVersion } from '../../contracts/versions.ts';
import type { Plan } from '../../plan/plan.ts';
import { isOver } from '../../plan/version/sunset.ts';

/**
 * Creates the events of the served versions. After the sunset of a version that is `gone`, the oldest served one replaces it. Events sent
 * in another version than requested are logged, once per version.
 */
export function createEventVersions(
  plan: Plan,
  { events }: Pick<Compiled, 'events'>,
  older: readonly CompiledVersion[],
  { log, now }: Pick<Platform, 'log' | 'now'>,
): EventVersions {
  const { versions, placements } = plan.versioning;
  const [top] = versions;
  const own = getEventsIn(top?.name, events);
  const others = older.map((compiled) => getEventsIn(compiled.version.name, compiled.events));
  const byName = new Map([own, ...others].map((version) => [version.version, version]));
  const current = versions.find(({ status }) => status === 'current')?.name;
  const defaultVersion = [placements[0]?.whenAbsent, current].find((name) => byName.has(name)) ?? own.version;
  const rows = new Map(versions.map((row) => [row.name, row]));
  const isServed = ({ version }: EventsInVersion): boolean => version === undefined || !isOver(rows.get(version)!, now);
  const told = new Set<string>();
  const inVersion = (version: string): EventsInVersion => {
    const found = byName.get(version);
    if (versions.length === 0 || (found !== undefined && isServed(found))) return found ?? own;
    const oldest = others.findLast(isServed) ?? own;
    if (!told.has(version)) {
      told.add(version);
      const served = [own, ...others].filter(isServed).map((eventsInVersion) => eventsInVersion.version);
      const facts = { version, instead: oldest.version, served };
      log.warn(facts, 'subscriptions use a version that is no longer served: they get the oldest served version');
    }
    return oldest;
  };
  return {
    get default() {
      return defaultVersion === undefined ? own : inVersion(defaultVersion);
    },
    in: (version = defaultVersion) => (version === undefined ? own : inVersion(version)),
  };
}

function getEventsIn(version: string | undefined, events: CompiledEvents): EventsInVersion {
  return { version, events, nameOf: events.nameOf ?? ((kind) => kind) };
}
