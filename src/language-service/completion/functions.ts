import { findForm, listMethods } from '../../expression/check/forms.ts';
import { functionNames } from '../../expression/reserved.ts';
import type { Environment } from '../../expression/symbol-table.ts';
import type { ValueType } from '../../expression/tree.ts';
import { listZones } from '../../expression/zones.ts';
import type { Candidate } from './candidate.ts';

/** The functions that are called without a value before a dot. */
export function listFunctions({ next }: Environment): readonly Candidate[] {
  const methods = new Set(listMethods());
  return functionNames.filter((name) => !methods.has(name) && (name !== 'next' || next === true)).map(toCandidate);
}

/** The functions that are called after a value of a type and a dot; all of them where the type is not known. */
export function listMethodsOf(type?: ValueType): readonly Candidate[] {
  return listMethods(type).map(toCandidate);
}

function toCandidate(label: string): Candidate {
  const form = findForm(label);
  const isClosed = form?.endsWith(`${label}()`) === true && !form.startsWith('x.get');
  return { label, kind: 'function', ...(form && { detail: form }), insert: isClosed ? `${label}()` : `${label}($0)` };
}

/** The names of time zones where an expression may end with one that is begun; undefined elsewhere. */
export function completeZone(before: string): readonly Candidate[] | undefined {
  if (!/(?:\bdate\([^"']*,|\.get(?:FullYear|Month|Da\w+|Hours|M\w+|Seconds)\()\s*["'][^"']*$/.test(before))
    return undefined;
  return listZones().map((label) => ({ label, kind: 'value' }));
}
