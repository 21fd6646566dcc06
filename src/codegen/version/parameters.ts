import type { FieldError, RecordValue } from '../../contracts/record.ts';
import { isExpressionError } from '../../expression/failures.ts';
import type { Expression } from '../../expression/tree.ts';
import {
  getChoiceTransform,
  hasChoices,
  leftOut,
  type ParameterMapping,
} from '../../plan/version/parameter-mapping.ts';
import type { ParameterTransform } from '../../plan/version/transform.ts';
import { toRuntimeValue } from './downgrade-response.ts';

type Reader = (text: string, fieldErrors: FieldError[]) => unknown;
type ReadExpression = (input: RecordValue) => unknown;

/** Converts one value into its present values; into nothing if an error was reported. */
type Step = (values: readonly unknown[], fieldErrors: FieldError[]) => readonly unknown[] | undefined;

/**
 * Prepares the reader of a parameter of older callers: as their version reads it, then turned. `expression` prepares one over
 * `input`.
 */
export function createOlderReader(
  mapping: ParameterMapping,
  expression: (tree: Expression) => ReadExpression,
): (read: Reader) => Reader {
  const { older, present, steps, filled } = mapping;
  if (steps.length === 0) return (read) => read;
  const turns = steps.map((step) => createParameterStep(mapping, step, expression));
  const dropped = steps.some(({ up }) => up?.kind === 'ignored');
  const run = (first: readonly unknown[], from: number, fieldErrors: FieldError[]): readonly unknown[] | undefined => {
    let values: readonly unknown[] | undefined = first;
    for (let at = from; at < turns.length && values !== undefined; at++) values = turns[at]!(values, fieldErrors);
    return values;
  };
  const listed = older.mapsTo.kind === 'filter' && older.mapsTo.operator === 'in';
  const last = finish(mapping);
  return (read) => (text, fieldErrors) => {
    if (text === leftOut && filled !== undefined) {
      const { up } = steps[filled]!;
      if (up?.kind !== 'default') return undefined;
      const values = run([toRuntimeValue(up)], filled + 1, fieldErrors);
      return values === undefined ? undefined : last(values);
    }
    const value = read(text, fieldErrors);
    if (value === undefined || dropped) return undefined;
    const values = run(listed ? (value as unknown[]) : [value], 0, fieldErrors);
    return values === undefined || present === undefined ? undefined : last(values);
  };
}

/** Puts the values into the form that the present meaning takes. */
function finish(mapping: ParameterMapping): (values: readonly unknown[]) => unknown {
  const { mapsTo: means, schema } = mapping.present ?? mapping.older;
  if (means.kind !== 'filter') return ([value]) => value;
  if (means.operator === 'in') return (values) => values;
  if (!hasChoices(mapping)) return ([value]) => value;
  if (means.operator !== '!=') return (values) => values;
  const all = schema?.type === 'choice' ? schema.values : [];
  return (values) => all.filter((value) => !values.includes(value));
}

function createParameterStep(
  mapping: ParameterMapping,
  step: ParameterTransform,
  expression: (tree: Expression) => ReadExpression,
): Step {
  const { up, value } = step;
  const { name, line, mapsTo: means } = mapping.older;
  if (up?.kind === 'refused') {
    return (_, fieldErrors) => {
      fieldErrors.push({
        parameter: name,
        problem: 'constraint',
        message: 'is no longer supported',
        line: up.line,
      });
      return undefined;
    };
  }
  if (up?.kind === 'cel' && up.absent !== true) {
    const read = expression(up.value);
    const field = up.field ?? name;
    return (values, fieldErrors) => {
      try {
        return values.map((each) => read({ [field]: each }));
      } catch (thrown) {
        if (!isExpressionError(thrown)) throw thrown;
        const message = 'cannot be converted to the current version';
        fieldErrors.push({ parameter: name, problem: 'constraint', message, line });
        return undefined;
      }
    };
  }
  const choice = value === undefined ? undefined : getChoiceTransform(value);
  if (choice === undefined) return (values) => values;
  const turned = new Map(Object.entries(choice.up));
  if (means.kind !== 'filter') return (values) => values.map((each) => turned.get(each as string) ?? each);
  const shown = Object.entries(choice.down);
  const hidden = new Set(shown.flatMap(([newer, older]) => (newer === older ? [] : [newer])));
  return (values) => {
    const found = new Set<unknown>();
    for (const each of values) {
      if (!hidden.has(each as string)) found.add(each);
      for (const [newer, older] of shown) if (older === each) found.add(newer);
      if (turned.has(each as string)) found.add(turned.get(each as string));
    }
    return [...found];
  };
}
