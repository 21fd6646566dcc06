import { sameForm } from '../../expression/strictness.ts';
import type { Expression } from '../../expression/tree.ts';
import type { Comparison } from './comparison.ts';
import type { Renamed } from './renamed.ts';

/**
 * An expression of the older document with the names that the newer one has for the fields of its record, so that a field
 * that only got another name does not make its guards and rules differ.
 */
export function inNewNames<T extends Expression | 'closed' | undefined>(
  comparison: Comparison,
  of: string | undefined,
  expression: T,
): T {
  if (of === undefined || expression === undefined || expression === 'closed') return expression;
  const names = namesOf(comparison, of);
  return names.size === 0 ? expression : (turned(expression, names) as T);
}

/**
 * Whether two expressions give the same value from the same record: names aside, and aside the conversions of fields that
 * have another type, which are told at the fields.
 */
export function sameValue(
  comparison: Comparison,
  of: string,
  old: Expression | undefined,
  now: Expression | undefined,
): boolean {
  const names = retyped(comparison);
  return sameForm(unconverted(inNewNames(comparison, of, old), names), unconverted(now, names));
}

/** The names of fields and members that have another type. */
function retyped({ old, now }: Comparison): ReadonlySet<string> {
  const schemas = ({ plan }: typeof old) => [
    ...plan.resources.flatMap(({ name, fields }) => fields.map((one) => [`${name}.${one.name}`, one] as const)),
    ...plan.objects.flatMap(({ name, members }) => members.map((one) => [`${name}.${one.name}`, one] as const)),
  ];
  const before = new Map(schemas(old));
  return new Set(
    schemas(now).flatMap(([called, { name, schema }]) => {
      const was = before.get(called);
      return was === undefined || was.schema.type === schema.type ? [] : [name];
    }),
  );
}

const conversions = new Set(['int', 'double', 'string', 'timestamp']);

function unconverted(node: unknown, names: ReadonlySet<string>): unknown {
  if (typeof node !== 'object' || node === null || names.size === 0) return node;
  if (Array.isArray(node)) return node.map((one) => unconverted(one, names));
  const { op, name, of } = node as { op?: unknown; name?: string; of?: readonly Expression[] };
  const [inner] = op === 'call' && conversions.has(name!) ? of! : [];
  if (inner?.op === 'path' && names.has(inner.steps.at(-1)?.name ?? '')) return inner;
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, unconverted(value, names)]));
}

const made = new WeakMap<Renamed, ReadonlyMap<string, ReadonlyMap<string, string>>>();

/** By older name the newer one, of the fields of a resource that have another. */
function namesOf({ renamed, now }: Comparison, of: string): ReadonlyMap<string, string> {
  let all = made.get(renamed);
  if (all === undefined) {
    all = new Map(
      now.plan.resources.map(({ name: owner, fields }) => [
        owner,
        new Map(
          fields.flatMap(({ name }) => {
            const was = renamed.field(owner, name);
            return was === name ? [] : [[was, name] as const];
          }),
        ),
      ]),
    );
    made.set(renamed, all);
  }
  return all.get(of) ?? new Map();
}

function turned(node: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(node)) return node.map((one) => turned(one, names));
  if (typeof node !== 'object' || node === null) return node;
  const made = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, turned(value, names)]));
  const isPath = made.op === 'path' && (made.root === 'record' || made.root === 'old');
  const [first, ...others] = isPath ? (made.steps as { name: string }[]) : [];
  if (first === undefined || !names.has(first.name)) return made;
  return { ...made, steps: [{ ...first, name: names.get(first.name)! }, ...others] };
}
