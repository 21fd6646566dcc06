import type { Service } from '../service.ts';
import type { ProducedAt } from './conditions/index.ts';
import { namedCodes, producedIn } from './facts.ts';
import type { CodeModel, ConditionModel } from './model.ts';

/** A condition of a row, as one of those that could answer the same refusal. */
export interface Candidate {
  readonly code: CodeModel;
  readonly condition: ConditionModel;
  /** A Refusal, Otherwise or Beyond it names the code by this condition. */
  readonly named: boolean;
}

const made = new WeakMap<Service, ReadonlyMap<string, readonly Candidate[]>>();

/** The rows that could answer by condition, by the condition's name and what it is narrowed to. */
export function candidatesOf(service: Service): ReadonlyMap<string, readonly Candidate[]> {
  const known = made.get(service);
  if (known !== undefined) return known;
  const all = new Map<string, Candidate[]>();
  const byName = namedCodes(service);
  for (const code of service.errors.codes) {
    for (const condition of code.conditions) {
      if (condition.raisedBy !== undefined) continue;
      const key = keyOf(condition.name.value, condition.on?.value);
      const named = byName.get(code.code.value)?.includes(condition.name.value) ?? false;
      const list = all.get(key);
      if (list === undefined) all.set(key, [{ code, condition, named }]);
      else list.push({ code, condition, named });
    }
  }
  made.set(service, all);
  return all;
}

/** `not unique on create Customer`, as a row would say it. */
export function keyOf(condition: string, on: string | undefined): string {
  return on === undefined ? condition : `${condition} on ${on}`;
}

/** The narrowings by which a row may answer at a place, the first that is found wins; the last is none. */
export function narrowings(place: Pick<ProducedAt, 'operation' | 'transition' | 'resource'>): (string | undefined)[] {
  const all = [place.operation, place.transition, place.resource].filter((one) => one !== undefined);
  return [...new Set(all), undefined];
}

/**
 * The row among those of one condition and narrowing that answers without being named: the only one, or the only one that
 * nothing names. Where several are left none answers (an error, as soon as such a refusal can happen).
 */
export function answering(candidates: readonly Candidate[]): Candidate | undefined {
  const known = answers.get(candidates);
  if (known !== undefined) return known.answer;
  const unnamed = candidates.filter((candidate) => !candidate.named);
  const [few] = [candidates, unnamed].filter((list) => new Set(list.map((candidate) => candidate.code)).size === 1);
  answers.set(candidates, { answer: few?.[0] });
  return few?.[0];
}

const answers = new WeakMap<readonly Candidate[], { readonly answer: Candidate | undefined }>();

/** True when a refusal at a place is answered by a code: by the one that is named, else by its condition. */
export function isCovered(service: Service, condition: string, place: ProducedAt): boolean {
  if (place.named !== undefined && namesCode(service, place.named)) return true;
  const all = candidatesOf(service);
  for (const on of narrowings(place)) {
    const candidates = all.get(keyOf(condition, on));
    if (candidates !== undefined && answering(candidates) !== undefined) return true;
  }
  return false;
}

/** True when a refusal of the condition and narrowing can happen that no name chooses a code for. */
export function happensUnnamed(service: Service, condition: string, on: string | undefined): boolean {
  const places = producedIn(service).get(condition) ?? [];
  return places.some(
    (place) => (place.named === undefined || !namesCode(service, place.named)) && narrowings(place).includes(on),
  );
}

const names = new WeakMap<Service, ReadonlySet<string>>();

function namesCode(service: Service, code: string): boolean {
  let known = names.get(service);
  if (known === undefined) {
    known = new Set(service.errors.codes.map((each) => each.code.value));
    names.set(service, known);
  }
  return known.has(code);
}
