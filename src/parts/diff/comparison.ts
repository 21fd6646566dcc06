import { computeExposure, type Exposure } from '../../plan/access/exposure.ts';
import type { Plan } from '../../plan/plan.ts';
import { enumerate } from '../../text/enumerate.ts';
import { type Source, type SourceText, type Span, slice } from '../../text/location.ts';
import { present } from '../../text/present.ts';
import type { Service } from '../service.ts';
import { findRenamed, type Renamed } from './renamed.ts';

/** One of the two documents: what it states, what the machine would run, and what clients send and get. */
export interface Side {
  readonly service: Service;
  readonly plan: Plan;
  readonly exposure: Exposure;
  /** The same, by the operations and events that both documents have. */
  readonly common: Exposure;
}

/** Two documents that are compared, and what has another name in the newer one. */
export interface Comparison {
  readonly old: Side;
  readonly now: Side;
  readonly renamed: Renamed;
  /** Resources, objects and unions that seem to have another name: by the newer name the older one. `old` has the newer ones. */
  readonly owners: ReadonlyMap<string, string>;
}

/** Two services without errors, with their plans, as they are compared. */
export function createComparison(
  old: { readonly service: Service; readonly plan: Plan },
  now: { readonly service: Service; readonly plan: Plan },
  owners: ReadonlyMap<string, string> = new Map(),
): Comparison {
  const renamed = findRenamed(old.service, now.service);
  const served = ({ operations }: Plan): string[] =>
    operations.flatMap(({ name, disabled }) => (disabled ? [] : [name]));
  const [older, newer] = [new Set(served(old.plan)), new Set(served(now.plan))];
  const events = new Set(old.plan.events.map(({ name }) => name));
  const kept = new Set(now.plan.events.map(({ name }) => renamed.event(name)));
  const inOld = (kind: string, name: string): boolean => (kind === 'event' ? kept.has(name) : newer.has(name));
  const inNow = (kind: string, name: string): boolean =>
    kind === 'event' ? events.has(renamed.event(name)) : older.has(name);
  return {
    old: { ...old, exposure: computeExposure(old.plan), common: computeExposure(old.plan, inOld) },
    now: { ...now, exposure: computeExposure(now.plan), common: computeExposure(now.plan, inNow) },
    renamed,
    owners,
  };
}

/** Whether the older document ignored what it does not state: its clients may send fields and parameters that are new. */
export function ignoredUnknown({ old }: Comparison): boolean {
  return old.plan.unknownFields === 'ignored';
}

/** The text of a cell or a piece of it as it stands in the document, on one line. */
export function getCellString(source: Source, span: Span): string {
  return slice(source, span).replace(/\s+/g, ' ').trim();
}

/** The words of an expression or shape with their spaces made one; none: an empty text. */
export function normalizeWords(words: Pick<SourceText, 'text'> | symbol | object | undefined): string {
  if (words === undefined) return '';
  return 'text' in (words as object)
    ? String((words as { readonly text: unknown }).text).replace(/\s+/g, ' ')
    : 'not shown';
}

/** Pairs what two lists hold by name; `before` gives the older name of a newer one. */
export function pairByName<T>(
  old: readonly T[],
  now: readonly T[],
  nameOf: (item: T) => string,
  before: (name: string) => string = (name) => name,
): { readonly old?: T; readonly now?: T; readonly name: string }[] {
  const older = new Map(old.map((item) => [nameOf(item), item]));
  const used = new Set<string>();
  const pairs = now.map((item) => {
    const was = before(nameOf(item));
    const other = used.has(was) ? undefined : older.get(was);
    if (other !== undefined) used.add(was);
    return { now: item, name: nameOf(item), ...present({ old: other }) };
  });
  const gone = old.filter((item) => !used.has(nameOf(item))).map((item) => ({ old: item, name: nameOf(item) }));
  return [...pairs, ...gone];
}

/** Pairs each of a newer list with the first older one that is left and fits: all by the first test, the rest by the next. */
export function pairByTests<T>(
  old: readonly T[],
  now: readonly T[],
  tests: readonly ((old: T, now: T) => boolean)[],
): { readonly old?: T; readonly now?: T }[] {
  const left = [...old];
  const found = new Map<T, T>();
  for (const fits of tests) {
    for (const item of now) {
      const at = found.has(item) ? -1 : left.findIndex((other) => fits(other, item));
      if (at >= 0) found.set(item, left.splice(at, 1)[0]!);
    }
  }
  const pairs = now.map((item) => {
    const other = found.get(item);
    return other === undefined ? { now: item } : { old: other, now: item };
  });
  return [...pairs, ...left.map((item) => ({ old: item }))];
}

/** A row of a document, and what is planned from it. */
export interface Planned<Model, Plan> {
  readonly model: Model;
  readonly plan: Plan;
}

/** Joins rows with their plans, those that have one. */
export function joinPlans<Model, Plan>(
  models: readonly Model[],
  planOf: (model: Model) => Plan | undefined,
): Planned<Model, Plan>[] {
  return models.flatMap((model) => {
    const plan = planOf(model);
    return plan === undefined ? [] : [{ model, plan }];
  });
}

/** Names as a sentence holds them: `a`, `b` and `c`. */
export function formatNameList(names: readonly string[]): string {
  return enumerate(
    names.map((name) => `\`${name}\``),
    'and',
  );
}
