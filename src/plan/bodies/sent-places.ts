import { memo } from '../../text/memo.ts';
import { formatPointer, parsePointer } from '../fields/json-pointer.ts';
import type { OperationPlan } from '../operation.ts';
import type { InputShape } from '../shape.ts';

/** A member of a Request outside of lists: its path through the body, and the field that it is. */
interface SentMember {
  readonly path: readonly string[];
  readonly of?: { readonly holder: string; readonly field: string };
  readonly shape: InputShape;
}

type Asked = Pick<OperationPlan, 'input' | 'resource'>;

/** Returns the fields of a Request, outer ones first; computed once per operation. */
export const getSentMembers = memo((operation: Asked): readonly SentMember[] => {
  return collectSentMembers(operation);
});

function collectSentMembers({ input, resource }: Asked): readonly SentMember[] {
  const found: SentMember[] = [];
  let level: readonly { readonly shape: InputShape | undefined; readonly path: readonly string[] }[] = [
    { shape: input, path: [] },
  ];
  while (level.length > 0) {
    level = level.flatMap(({ shape, path }) => {
      if (shape?.kind !== 'object') return [];
      return shape.members.map(({ name, field, shape: inner }) => {
        const of = field !== undefined && resource !== undefined ? { holder: resource, field } : getValueField(inner);
        const member = { path: [...path, name], shape: inner, ...(of === undefined ? {} : { of }) };
        found.push(member);
        return { shape: inner, path: member.path };
      });
    });
  }
  return found;
}

function getValueField(shape: InputShape): SentMember['of'] {
  return shape.kind === 'value' ? shape.of : undefined;
}

/**
 * The JSON Pointer of a field that code or the document names: a pointer as it is; else a name or path (`lines.0.text`) of the
 * outermost member that has it, or that is the field of this name. A field that the Request does not take has its own name.
 */
export function resolvePointer(operation: Asked | undefined, field: string): string {
  if (field.startsWith('/') || field === '') return field;
  const steps = field.split('.');
  const members = operation === undefined ? [] : getSentMembers(operation);
  const [first = '', ...behind] = steps;
  const found =
    members.find(({ path }) => path.at(-1) === first) ??
    members.find(({ of }) => of !== undefined && of.field === first);
  return formatPointer([...(found?.path ?? [first]), ...behind]);
}

/** A problem at a place; with `of` the pointer begins with that field, wherever the body has it. */
interface Place {
  readonly pointer?: string;
  readonly of?: { readonly holder: string; readonly field: string };
}

/** The place in the body of an operation of a problem whose pointer begins with a field; as it is where no one member is that field. */
export function locateInBody<P extends Place>(operation: Asked | undefined, problem: P): P {
  const { of, pointer } = problem;
  if (operation === undefined || of === undefined || pointer === undefined) return problem;
  const found = getSentMembers(operation).filter(
    (member) => member.of?.holder === of.holder && member.of.field === of.field,
  );
  if (found.length !== 1) return problem;
  const { of: _, ...placed } = {
    ...problem,
    pointer: formatPointer([...found[0]!.path, ...parsePointer(pointer).slice(1)]),
  };
  return placed as P;
}

/** Returns the field error with a pointer that begins with the record's field; unchanged if the body's field is not a field of the record. */
export function locateInRecord<P extends Place>(operation: Asked, problem: P): P {
  const { pointer } = problem;
  if (pointer === undefined || problem.of !== undefined) return problem;
  const steps = parsePointer(pointer);
  const found = getSentMembers(operation).find(
    ({ path, of }) => of !== undefined && path.every((step, i) => step === steps[i]),
  );
  if (found?.of === undefined) return problem;
  return { ...problem, of: found.of, pointer: formatPointer([found.of.field, ...steps.slice(found.path.length)]) };
}
