import type { BodyShape } from '../../plan/body.ts';
import type { ErrorFacts } from '../../steps/compiled.ts';
import type { FieldProblem } from '../../steps/record.ts';
import type { FieldPlace, FindPlace } from './places.ts';

/** What is wrong with one field, as a body shows it. */
export interface Entry {
  readonly place: FieldPlace;
  /** The place as JSON Pointer, or the name of the parameter. */
  readonly pointer: string;
  readonly parameter?: string;
  readonly problem: FieldProblem['problem'];
  readonly message: string;
  readonly code: string | undefined;
}

/** Makes the entries of a refusal: parameters first, then fields in the order in which the document states them. */
export function entriesOf(find: FindPlace): (facts: ErrorFacts) => readonly Entry[] {
  return ({ fields = [], operation, code }) => {
    const entries = fields.map(({ pointer = '', parameter, problem, message }): Entry => {
      const shown = { problem, message, code };
      if (parameter === undefined) return { place: find(operation, pointer), pointer, ...shown };
      const place = { steps: [parameter], name: parameter, order: [] };
      return { place, pointer: parameter, parameter, ...shown };
    });
    return [
      ...entries.filter((one) => one.parameter !== undefined),
      ...entries.filter((one) => one.parameter === undefined).sort((a, b) => inOrder(a.place.order, b.place.order)),
    ];
  };
}

function inOrder(left: readonly number[], right: readonly number[]): number {
  for (let at = 0; at < Math.min(left.length, right.length); at++) {
    if (left[at] !== right[at]) return left[at]! < right[at]! ? -1 : 1;
  }
  return left.length - right.length;
}

type EntryRole = (BodyShape & { readonly kind: 'entry' })['role'];

/** What an entry shows of itself; undefined where it has nothing of that. */
export function entryRole(role: EntryRole, { place, pointer, problem, message, code }: Entry): string | undefined {
  switch (role) {
    case 'pointer':
      return pointer;
    case 'name':
      return place.name;
    case 'path':
      return place.steps.join('.');
    case 'bracket path':
      return place.steps.reduce<string>(
        (path, step) => (typeof step === 'number' ? `${path}[${step}]` : path === '' ? step : `${path}.${step}`),
        '',
      );
    case 'resource':
      return place.of?.holder;
    case 'problem':
      return problem;
    case 'message':
      return message;
    case 'code':
      return code;
  }
}
