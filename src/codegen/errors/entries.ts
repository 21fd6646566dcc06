import type { ErrorFacts } from '../../contracts/compiled.ts';
import type { FieldError } from '../../contracts/record.ts';
import type { BodyShape } from '../../plan/body.ts';
import type { Json } from '../../plan/schema.ts';
import { type FieldLocation, formatPath, type LocateField } from './places.ts';
import type { Wording } from './wording.ts';

/** A field error as a body shows it. */
export interface Entry {
  readonly location: FieldLocation;
  /** The place as JSON Pointer, or the name of the parameter. */
  readonly pointer: string;
  readonly parameter?: string;
  readonly problem: FieldError['problem'] | 'empty';
  readonly message: string;
  /** The one that a row states, else that of the refusal. */
  readonly code: Json | undefined;
  readonly coded: boolean;
}

/** Makes the entries of a refusal: parameters first, then fields in the order in which the document states them. */
export function createEntryReader(find: LocateField, word: Wording): (facts: ErrorFacts) => readonly Entry[] {
  return ({ fields = [], operation, code }) => {
    const entries = fields.map((field): Entry => {
      const { pointer = '', parameter, problem, empty } = field;
      const location =
        parameter === undefined ? find(operation, field) : { steps: [parameter], name: parameter, order: [] };
      const worded = word(field, location, operation);
      return {
        location,
        pointer: parameter ?? pointer,
        ...(parameter === undefined ? {} : { parameter }),
        problem: empty === true ? 'empty' : problem,
        message: worded.message ?? field.message,
        code: worded.code ?? code,
        coded: worded.code !== undefined,
      };
    });
    return [
      ...entries.filter((entry) => entry.parameter !== undefined),
      ...entries
        .filter((entry) => entry.parameter === undefined)
        .sort((a, b) => comparePositions(a.location.order, b.location.order)),
    ];
  };
}

function comparePositions(left: readonly number[], right: readonly number[]): number {
  for (let at = 0; at < Math.min(left.length, right.length); at++) {
    if (left[at] !== right[at]) return left[at]! < right[at]! ? -1 : 1;
  }
  return left.length - right.length;
}

type EntryRole = (BodyShape & { readonly kind: 'entry' })['role'];

/** Returns one value of an entry; undefined if it has none. */
export function getEntryValue(role: EntryRole, entry: Entry): Json | undefined {
  const { location, pointer, parameter, problem, message, code } = entry;
  switch (role) {
    case 'pointer':
      return pointer;
    case 'name':
      return location.name;
    case 'path':
      return formatPath(location);
    case 'bracket path':
      return location.steps.reduce<string>(
        (path, step) => (typeof step === 'number' ? `${path}[${step}]` : path === '' ? step : `${path}.${step}`),
        '',
      );
    case 'form path':
      return location.steps.map((step, at) => (at === 0 ? step : `[${step}]`)).join('');
    case 'parameter':
      return parameter;
    case 'resource':
      return location.of?.holder;
    case 'problem':
      return problem;
    case 'message':
      return message;
    case 'code':
      return code;
  }
}
