import { memo } from '../../text/memo.ts';
import { indexNamedCodes } from '../resolve/named-codes.ts';
import type { Service } from '../service.ts';
import type { CodeModel, ConditionModel } from './model.ts';

/** A condition of a row that may match a refusal. */
export interface Candidate {
  readonly code: CodeModel;
  readonly condition: ConditionModel;
  /** A Refusal, Otherwise or When exceeded names the code by this condition. */
  readonly named: boolean;
}

/** The rows that could answer by condition, by the condition's name and what it is narrowed to. */
export const indexCandidates = memo((service: Service): ReadonlyMap<string, readonly Candidate[]> => {
  const all = new Map<string, Candidate[]>();
  const byName = indexNamedCodes(service);
  for (const code of service.errors.codes) {
    for (const condition of code.conditions) {
      if (condition.raisedBy !== undefined) continue;
      const key = buildConditionKey(condition.name.value, condition.on?.value);
      const named = byName.get(code.code.value)?.includes(condition.name.value) ?? false;
      const list = all.get(key);
      if (list === undefined) all.set(key, [{ code, condition, named }]);
      else list.push({ code, condition, named });
    }
  }
  return all;
});

/** `not unique on create Customer`, as a row would say it. */
export function buildConditionKey(condition: string, on: string | undefined): string {
  return on === undefined ? condition : `${condition} on ${on}`;
}

/**
 * The row among those of one condition and narrowing that answers without being named: the only one, or the only one that
 * nothing names. Where several are left none answers (an error, as soon as such a refusal can happen).
 */
export const selectAnswering = memo((candidates: readonly Candidate[]): Candidate | undefined => {
  const unnamed = candidates.filter((candidate) => !candidate.named);
  const [few] = [candidates, unnamed].filter((list) => new Set(list.map((candidate) => candidate.code)).size === 1);
  return few?.[0];
});
