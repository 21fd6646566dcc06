import type { CountedValues, FigureResult } from '../../contracts/store.ts';
import { formatFigure, listFigureKeys, toFigureKey } from '../../plan/figures.ts';
import type { FigureShape } from '../../plan/shape.ts';
import { compareCodePoints } from '../../text/code-points.ts';
import { toSourceString } from '../module.ts';
import type { AnswerCodeContext, Answers, JsonFragment } from './writer.ts';

/** Writes the text of a figure of a list; `a` holds the built-in values. */
export function compileFigure(
  answers: Answers,
  shape: FigureShape,
  { resource }: AnswerCodeContext,
  optional: boolean,
): JsonFragment {
  const { module, olderRecords, values, $ } = answers;
  const { figure, field, schema } = shape;
  const owner = resource?.name ?? '';
  const present = olderRecords?.newer(owner, field) ?? field;
  const result = `a.figures?.[${toSourceString(toFigureKey(figure, present))}]`;
  const text = module.declare('v', `return ${values.of(schema, 'v', true) ?? values.safe(schema, 'v')};`);
  const write = module.declare('v', `return v === undefined ? undefined : ${text}(v);`);
  switch (figure) {
    case 'sum': {
      const sum = `${write}(${result})`;
      const why = `${formatFigure(shape)} is beyond the range of its type`;
      return optional ? { text: sum, maybe: true } : { text: `${$}.due(${sum}, ${toSourceString(why)})` };
    }
    case 'minimum':
    case 'maximum':
      return optional ? { text: `${write}(${result})`, maybe: true } : { text: `(${write}(${result}) ?? 'null')` };
    default: {
      const show = olderRecords && ((value: unknown) => olderRecords.value(owner, present, value));
      const read = module.constant((found: FigureResult) => mergeValues(found as CountedValues, show));
      if (figure === 'values') return { text: `${module.declare('l', listValues(text))}(${read}(${result}))` };
      const keys = module.constant(listFigureKeys(schema));
      const names = schema.type === 'boolean' ? module.constant(nameBoolean) : 'String';
      return { text: `${module.constant(writeCounts)}(${read}(${result}), ${names}, ${keys})` };
    }
  }
}

function listValues(text: string): string {
  return `let t = '['; for (let i = 0; i < l.length; i++) t += (i === 0 ? '' : ',') + ${text}(l[i][0]); return t + ']';`;
}

/** Returns the values as they are shown; several that are shown as one are counted together. */
function mergeValues(found: CountedValues = [], show: ((value: unknown) => unknown) | undefined): CountedValues {
  if (show === undefined) return found;
  const counts = new Map<unknown, number>();
  for (const [value, records] of found) {
    const shown = show(value);
    counts.set(shown, (counts.get(shown) ?? 0) + records);
  }
  return [...counts].sort(([a, first], [b, second]) => second - first || compareValues(a, b));
}

/** Compares values as databases order them: numbers, else texts. */
function compareValues(a: unknown, b: unknown): number {
  const areTexts = typeof a === 'string' || typeof b === 'string';
  return areTexts ? compareCodePoints(String(a), String(b)) : Number(a) - Number(b);
}

function nameBoolean(value: unknown): string {
  return value === 1 ? 'true' : 'false';
}

/** The text of an object of counts: first the values that are always there, then the others in their order. */
function writeCounts(found: CountedValues, name: (value: unknown) => string, keys: readonly string[] = []): string {
  const counts = new Map<string, number>(keys.map((key) => [key, 0]));
  for (const [value, records] of found) counts.set(name(value), records);
  return `{${[...counts].map(([key, records]) => `${JSON.stringify(key)}:${records}`).join(',')}}`;
}
