import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { listRunEffects } from '../../../plan/records/written.ts';
import type { Span } from '../../../text/location.ts';
import { memo } from '../../../text/memo.ts';
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
    for (const row of transitions) {
      const { plans } = resolveOtherEffects(service, resource.value, row);
      // Effects on the same field are planned as one: the span of the first stands for them.
      for (const plan of plans)
        for (const { verb, resource: other } of listRunEffects([plan]))
          add(`${row.name.value} ${resource.value}`, { to: `${verb} ${other}`, effect: row.others[0]?.span });
    }
  }
  for (const { name, fields } of service.resources.resources)
    for (const field of fields) {
      if (field.type?.kind !== 'ref') continue;
      const deletion = field.constraints.find(({ kind }) => kind === 'on delete');
      if (deletion?.kind !== 'on delete' || deletion.does === 'restrict') continue;
      const verb = deletion.does === 'cascade' ? 'delete' : 'update';
      add(`delete ${field.type.resource.value}`, { to: `${verb} ${name.value}`, effect: undefined });
    }
  return ways;
});

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
    /** Follows the ways from the end of a path; `depth` counts the effects on it. */
    const follow = (path: readonly string[], depth: number, first: Span | undefined): void => {
      for (const { to, effect } of ways.get(path.at(-1)!) ?? []) {
        const at = first ?? effect;
        const deeper = depth + (effect === undefined ? 0 : 1);
        if (to === from && at !== undefined) tell(at, diagnostics['effect-circle'](at, [...path, to]));
        else if (deeper > deepest) tell(at!, diagnostics['effect-depth'](at!, [...path, to]));
        if (to === from || deeper > deepest || seen.has(`${to} ${deeper}`)) continue;
        seen.add(`${to} ${deeper}`);
        follow([...path, to], deeper, at);
      }
    };
    follow([from], 0, undefined);
  }
}
