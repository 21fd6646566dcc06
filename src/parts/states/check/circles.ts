import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { listRunEffects } from '../../../plan/records/written.ts';
import type { Span } from '../../../text/location.ts';
import { memo } from '../../../text/memo.ts';
import { findReference } from '../../resolve/definitions.ts';
import { resolveOtherEffects } from '../../resolve/effects/resolve.ts';
import type { Service } from '../../service.ts';
import { diagnostics } from '../diagnostics.ts';

/** A way from what is done to one record to what is then done to others. */
interface Way {
  readonly to: string;
  /** The effect; undefined where a deletion takes records along. */
  readonly effect: Span | undefined;
}

/** The ways from each `<verb> <Resource>`. */
const collectWays = memo((service: Service): ReadonlyMap<string, readonly Way[]> => {
  const ways = new Map<string, Way[]>();
  const add = (from: string, way: Way): void => {
    const before = ways.get(from);
    if (before === undefined) ways.set(from, [way]);
    else before.push(way);
  };
  for (const { resource, transitions } of service.states.machines) {
    const names = new Set(transitions.map(({ name }) => name.value));
    for (const row of transitions) {
      for (const { span, plan } of resolveOtherEffects(service, row, resource.value).effects)
        for (const { verb, resource: other } of listRunEffects([plan]))
          for (const name of listBound(row.name.value, names))
            add(`${name} ${resource.value}`, { to: `${verb} ${other}`, effect: span });
    }
  }
  for (const { name, fields } of service.resources.resources)
    for (const field of fields) {
      const { to, onDelete = 'restrict' } = findReference(field) ?? {};
      if (onDelete === 'restrict') continue;
      const verb = onDelete === 'cascade' ? 'delete' : 'update';
      add(`delete ${to}`, { to: `${verb} ${name.value}`, effect: undefined });
    }
  return ways;
});

/** The operations that a row binds: a row of `update` binds `replace` too where that has no row, and the other way around. */
function listBound(name: string, names: ReadonlySet<string>): readonly string[] {
  const twins: Readonly<Record<string, string>> = { update: 'replace', replace: 'update' };
  const twin = Object.hasOwn(twins, name) ? twins[name]! : undefined;
  return twin === undefined || names.has(twin) ? [name] : [name, twin];
}

/** The most effects that follow one another. */
const deepest = 3;

/** Checks that effects do not lead back to where they began, and not too far. */
export function checkCircles(service: Service, report: (diagnostic: Diagnostic) => void): void {
  const ways = collectWays(service);
  const reported = new Set<number>();
  const tell = (at: Span, describe: () => Diagnostic): void => {
    if (reported.has(at.start)) return;
    reported.add(at.start);
    report(describe());
  };
  const leading = findLeading(ways);
  for (const from of ways.keys()) {
    if (!leading.has(from)) continue;
    const seen = new Set<string>();
    /** The operations of a path, each with the effect that led to it, and how many effects led so far. */
    const path: Stop[] = [{ name: from, effect: undefined, depth: 0, next: 0 }];
    const places = new Map([[from, 0]]);
    for (let end = path.at(-1); end !== undefined; end = path.at(-1)) {
      const way = ways.get(end.name)?.[end.next++];
      if (way === undefined) {
        path.pop();
        places.delete(end.name);
        continue;
      }
      const { to, effect } = way;
      const depth = end.depth + (effect === undefined ? 0 : 1);
      // Without an effect so far, nothing is reported of a way that leads to none.
      if (depth === 0 && !leading.has(to)) continue;
      const start = places.get(to) ?? -1;
      // Records that a deletion takes along may refer to one another.
      const listNames = (): readonly string[] => [...path.slice(Math.max(0, start)).map(({ name }) => name), to];
      const at =
        start < 0 && depth <= deepest
          ? undefined
          : [...path.slice(Math.max(0, start) + 1), way].find((stop) => stop.effect !== undefined)?.effect;
      if (start >= 0 && at !== undefined) tell(at, () => diagnostics['effect-circle'](at, listNames()));
      else if (depth > deepest) tell(at!, () => diagnostics['effect-depth'](at!, listNames()));
      if (start >= 0 || depth > deepest || seen.has(`${to} ${depth}`)) continue;
      seen.add(`${to} ${depth}`);
      places.set(to, path.length);
      path.push({ name: to, effect, depth, next: 0 });
    }
  }
}

interface Stop {
  readonly name: string;
  readonly effect: Span | undefined;
  readonly depth: number;
  next: number;
}

/** The operations from which a way leads to an effect. */
function findLeading(ways: ReadonlyMap<string, readonly Way[]>): ReadonlySet<string> {
  const sources = new Map<string, string[]>();
  const leading = new Set<string>();
  for (const [from, all] of ways)
    for (const { to, effect } of all) {
      if (effect !== undefined) leading.add(from);
      const before = sources.get(to);
      if (before === undefined) sources.set(to, [from]);
      else before.push(from);
    }
  for (const name of leading) for (const source of sources.get(name) ?? []) leading.add(source);
  return leading;
}
