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
    ways.set(from, [...(ways.get(from) ?? []), way]);
  };
  for (const { resource, transitions } of service.states.machines) {
    const names = new Set(transitions.map(({ name }) => name.value));
    for (const row of transitions) {
      for (const { span, plan } of resolveOtherEffects(service, resource.value, row).effects)
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
  const tell = (at: Span, diagnostic: Diagnostic): void => {
    if (reported.has(at.start)) return;
    reported.add(at.start);
    report(diagnostic);
  };
  for (const from of ways.keys()) {
    const seen = new Set<string>();
    /** Follows the ways from the end of a path; `effects` are those on it, one for each way. */
    const follow = (path: readonly string[], effects: readonly (Span | undefined)[]): void => {
      for (const { to, effect } of ways.get(path.at(-1)!) ?? []) {
        const all = [...effects, effect];
        const depth = all.filter((span) => span !== undefined).length;
        const start = path.indexOf(to);
        // Records that a deletion takes along may refer to one another.
        const at = (start < 0 ? all : all.slice(start)).find((span) => span !== undefined);
        if (start >= 0 && at !== undefined) tell(at, diagnostics['effect-circle'](at, [...path.slice(start), to]));
        else if (depth > deepest) tell(at!, diagnostics['effect-depth'](at!, [...path, to]));
        if (start >= 0 || depth > deepest || seen.has(`${to} ${depth}`)) continue;
        seen.add(`${to} ${depth}`);
        follow([...path, to], all);
      }
    };
    follow([from], []);
  }
}
