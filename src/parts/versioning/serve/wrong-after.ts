import type { FieldError, RecordValue } from '../../../contracts/record.ts';
import type { VersionTransform } from '../../../contracts/versions.ts';
import { createBodyFrame, withFields } from '../../../plan/bodies/sent.ts';
import { equal } from '../../../plan/equal.ts';
import { parsePointer } from '../../../plan/fields/json-pointer.ts';
import { copyValue } from '../../../plan/files/stored-file.ts';
import { readPathValue } from '../../../plan/records/neighbours.ts';
import type { SentPlan } from '../../endpoints/serve/bodies/sent.ts';
import { createEmptyFields } from '../../endpoints/serve/change.ts';
import { createWriteMask } from '../../endpoints/serve/write-masking.ts';
import { createPasswordLister } from '../../resources/serve/sent-passwords.ts';

/** Returns what an older version finds wrong with the changed fields of a record, as far as it was not so before. */
export type WrongAfter = (after: RecordValue, before: RecordValue, changed: readonly string[]) => readonly FieldError[];

/** Makes it for an operation whose older version checks whole records. */
export function createWrongAfter({ document, shown, older }: VersionTransform, sent: readonly SentPlan[]): WrongAfter {
  if (document === undefined) return () => [];
  const hidden = createWriteMask(shown);
  const frame = createBodyFrame(older.input);
  const listPasswords = createPasswordLister(shown, older.input);
  return (after, before, changed) => {
    const values = createEmptyFields();
    for (const { field, plan } of sent) {
      if (!changed.includes(field) || after[field] === undefined || hidden.field(plan)) continue;
      values[field] = copyValue(hidden.sent(plan.schema, after[field]));
    }
    const fieldErrors: FieldError[] = [];
    const body = withFields(frame, sent, values);
    const passwords = listPasswords(body);
    document(body, fieldErrors, createEmptyFields());
    if (fieldErrors.length === 0) return fieldErrors;
    const [then, was] = [withFields(frame, sent, after), withFields(frame, sent, before)];
    return fieldErrors.filter(({ pointer = '' }) => {
      // A password was checked before it was hashed.
      if (passwords.has(pointer)) return false;
      const path = parsePointer(pointer);
      const added = readPathValue(was, path.slice(0, -1)) === undefined;
      return added || !equal(readPathValue(then, path) ?? null, readPathValue(was, path) ?? null);
    });
  };
}
