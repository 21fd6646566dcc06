import { formatUtcDate } from '../../codegen/expressions.ts';
import { isExpressionError } from '../../expression/failures.ts';
import { compileExpression } from '../../expression/javascript.ts';
import { collectReferences } from '../../expression/references.ts';
import { runtime } from '../../expression/runtime.ts';
import type { Expression } from '../../expression/tree.ts';
import type { ResourcePlan } from '../../plan/resource.ts';
import { memo } from '../../text/memo.ts';
import type { ShownRecord } from './shown.ts';

/** The facts that are known when an expression is evaluated. */
export interface Known {
  readonly resource: ResourcePlan;
  /** The fields of the record that responses show: one that is not among them may have any value. */
  readonly shown: ReadonlySet<string>;
  readonly record?: ShownRecord | undefined;
  readonly old?: ShownRecord | undefined;
  readonly input?: unknown;
  readonly caller?: Readonly<Record<string, unknown>> | undefined;
  /** Milliseconds since 1970. */
  readonly now?: number;
}

/** The value of an expression; `absent`: it reads something that is not there; `unknown`: it reads a value that no response shows. */
export type Evaluated = { readonly value: unknown } | 'absent' | 'unknown';

type Work = (g: unknown, $: typeof runtime) => unknown;

const compiled = memo((tree: Expression): Work | undefined => {
  const roots = {
    record: 'g.record',
    old: 'g.old',
    input: 'g.input',
    caller: 'g.caller',
    now: 'g.now',
    today: 'g.today',
  };
  try {
    const { source } = compileExpression(tree, { roots });
    return new Function('g', '$', `'use strict'; return ${source};`) as Work;
  } catch {
    // Questions about other records, sequences and links have no answer outside the service.
    return undefined;
  }
});

/** Evaluates an expression of the page on what responses have shown. */
export function evaluate(tree: Expression, known: Known): Evaluated {
  const { fields, refs, roots } = collectReferences(tree);
  if (refs.length > 0 || roots.has('self') || roots.has('event') || roots.has('value')) return 'unknown';
  for (const root of ['record', 'old'] as const) {
    const read = fields.get(root);
    if (read === undefined) continue;
    if (known[root] === undefined || read.has('*') || [...read].some((name) => !isKnown(known, name))) return 'unknown';
  }
  if (roots.has('input') && known.input === undefined) return 'unknown';
  if (roots.has('caller') && known.caller === undefined) return 'unknown';
  if ((roots.has('now') || roots.has('today')) && known.now === undefined) return 'unknown';
  const work = compiled(tree);
  if (work === undefined) return 'unknown';
  const { now = 0 } = known;
  const given = {
    record: known.record === undefined ? undefined : toStored(known.resource, known.record),
    old: known.old === undefined ? undefined : toStored(known.resource, known.old),
    input: known.input,
    caller: known.caller,
    now,
    today: formatUtcDate(now),
  };
  try {
    const value = work(given, runtime);
    return value === undefined ? 'absent' : { value };
  } catch (error) {
    if (isExpressionError(error)) return error.reason === 'absent' || error.reason === 'null' ? 'absent' : 'unknown';
    return 'unknown';
  }
}

/** Returns whether a condition holds, which one that cannot be computed does not; undefined: it is not known. */
export function holds(tree: Expression, known: Known): boolean | undefined {
  const found = evaluate(tree, known);
  return found === 'unknown' ? undefined : found !== 'absent' && found.value === true;
}

function isKnown({ resource, shown }: Known, name: string): boolean {
  return shown.has(name) || resource.fields.every((field) => field.name !== name);
}

/** A record as expressions read it: 64-bit integers are BigInt, and date-times have one form. */
function toStored({ fields }: ResourcePlan, record: ShownRecord): ShownRecord {
  return Object.fromEntries(
    fields.flatMap(({ name, storage, schema }) => {
      const value = record[name];
      if (value === undefined) return [];
      if (storage === 'int64' && (typeof value === 'number' || typeof value === 'string'))
        return [[name, BigInt(value)]];
      const isMoment = 'format' in schema && schema.format?.name === 'date-time' && typeof value === 'string';
      return [[name, isMoment && !Number.isNaN(Date.parse(value)) ? new Date(value).toISOString() : value]];
    }),
  );
}

/** Returns whether a shown value is the one that was computed or sent: numbers and moments by their value. */
export function isSame(shown: unknown, wanted: unknown): boolean {
  if (typeof wanted === 'bigint') return String(shown) === String(wanted);
  if (shown === wanted) return true;
  // A larger number has lost digits when the response was read.
  if (typeof shown === 'number' && typeof wanted === 'string' && Math.abs(shown) > Number.MAX_SAFE_INTEGER)
    return shown === Number(wanted);
  if (typeof shown === 'string' && typeof wanted === 'string') return isSameText(shown, wanted);
  if (typeof shown !== 'object' || typeof wanted !== 'object' || shown === null || wanted === null) return false;
  if (Array.isArray(shown) !== Array.isArray(wanted)) return false;
  const names = new Set([...Object.keys(wanted)]);
  if (Array.isArray(shown) && Array.isArray(wanted) && shown.length !== wanted.length) return false;
  return [...names].every((name) =>
    isSame((shown as Record<string, unknown>)[name], (wanted as Record<string, unknown>)[name]),
  );
}

const decimalText = /^-?\d+(?:\.\d+)?$/;
const momentText = /^\d{4}-\d\d-\d\d[Tt]/;

function isSameText(shown: string, wanted: string): boolean {
  if (decimalText.test(shown) && decimalText.test(wanted)) return trimZeros(shown) === trimZeros(wanted);
  return momentText.test(shown) && momentText.test(wanted) && Date.parse(shown) === Date.parse(wanted);
}

function trimZeros(text: string): string {
  return text.includes('.') ? text.replace(/0+$/, '').replace(/\.$/, '') : text;
}
