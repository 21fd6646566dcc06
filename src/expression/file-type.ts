import type { FieldType } from './symbol-table.ts';
import type { ValueType } from './tree.ts';

/** The name under which symbol tables keep the fields of files. No resource can have it: theirs begin with upper case. */
export const fileName = 'file';

/** The type of a file in expressions. */
export const fileType: ValueType = { kind: 'object', name: fileName };

/** The fields of a file in expressions. */
export const fileFields: ReadonlyMap<string, FieldType> = new Map([
  ['name', { type: { kind: 'string' }, optional: false, stored: 'none' }],
  ['type', { type: { kind: 'string' }, optional: false, stored: 'none' }],
  ['size', { type: { kind: 'int' }, optional: false, stored: 'none' }],
]);
