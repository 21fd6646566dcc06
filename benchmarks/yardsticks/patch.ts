import { isDeepStrictEqual } from 'node:util';
import { checkDay, checkLines, checkMemo, isFixedMember, isObject, pointerOf } from './checks.ts';
import type { FieldError, Refused } from './problems.ts';

/** What a merge patch of an invoice may change. */
export interface Patch {
  readonly lines?: unknown;
  readonly due_on?: unknown;
  readonly memo?: unknown;
}

/** Adds all that is wrong with a merge patch, whatever the invoice is. */
export function checkPatch(body: unknown, fieldErrors: FieldError[]): body is Patch & Record<string, unknown> {
  if (!isObject(body)) {
    fieldErrors.push({ pointer: '', message: 'must be an object' });
    return false;
  }
  for (const name in body) {
    const value = body[name];
    if (name === 'lines') {
      if (value === null) fieldErrors.push({ pointer: '/lines', message: 'is required' });
      else checkLines(value, fieldErrors);
    } else if (name === 'due_on') {
      if (value === null) fieldErrors.push({ pointer: '/due_on', message: 'is required' });
      else checkDay(value, fieldErrors);
    } else if (name === 'memo') checkMemo(value, fieldErrors);
    else if (!isFixedMember(name)) fieldErrors.push({ pointer: pointerOf(name), message: 'is not a known field' });
  }
  return fieldErrors.length === 0;
}

/** Whether a patch names members that it may only repeat. */
export function repeatsMembers(body: Readonly<Record<string, unknown>>): boolean {
  for (const name in body) if (name !== 'lines' && name !== 'due_on' && name !== 'memo') return true;
  return false;
}

/** The refusal of a patch that gives members another value that it may only repeat. */
export function refuseRepeated(
  body: Readonly<Record<string, unknown>>,
  present: Readonly<Record<string, unknown>>,
): Refused | undefined {
  const fields: FieldError[] = [];
  for (const name in body) {
    if (name === 'lines' || name === 'due_on' || name === 'memo') continue;
    if (isDeepStrictEqual(body[name], present[name] ?? null)) continue;
    fields.push({ pointer: pointerOf(name), message: 'must not be changed' });
  }
  return fields.length === 0 ? undefined : { code: 'invalid', fields };
}

/** The refusal of a patch that changes what the invoice's state fixes. */
export function refuseFixed(status: string, lines: boolean, dueOn: boolean, memo: boolean): Refused | undefined {
  if (status === 'draft') return undefined;
  const closed = status !== 'open';
  if (!lines && !(closed && (dueOn || memo))) return undefined;
  const fields: FieldError[] = [];
  const message = `is fixed while status is ${status}`;
  if (lines) fields.push({ pointer: '/lines', message });
  if (closed && dueOn) fields.push({ pointer: '/due_on', message });
  if (closed && memo) fields.push({ pointer: '/memo', message });
  return { code: 'wrong_state', fields };
}
