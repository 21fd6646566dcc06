import { mostFollowed } from '../../expression/elements.ts';
import type { Environment, FieldType } from '../../expression/symbol-table.ts';
import type { Root, ValueType } from '../../expression/tree.ts';
import { describeType, removeNullable } from '../../expression/types.ts';
import type { Candidate } from './candidate.ts';
import { completeZone, listFunctions, listMethodsOf } from './functions.ts';
import { listAskedResources, listQuestions, withAskedRecords } from './questions.ts';

/** Completes an expression from its text before the cursor. */
export function completeExpression(around: Environment, before: string): readonly Candidate[] {
  const environment = withItems(withAskedRecords(around, before), before);
  const inString = /([A-Za-z_][\w.]*)\s*(?:==|!=|in\s*\[[^\]]*?)\s*(["'])[^"']*$/.exec(before);
  if (inString !== null) return listValues(environment, inString[1]!, '');
  if ((before.match(/["']/g)?.length ?? 0) % 2 === 1) return completeZone(before) ?? [];
  if (/[)\]"']\.\w*$/.test(before)) return listMethodsOf();
  const compared = /([A-Za-z_][\w.]*)\s*(?:==|!=)\s*$/.exec(before);
  const path = /(?:[A-Za-z_]\w*\.)+(?=\w*$)/.exec(before)?.[0];
  if (path !== undefined) {
    const names = path.slice(0, -1).split('.');
    const type = resolvePath(environment, names);
    return type === undefined && names.length === 1
      ? listQuestions(environment, names[0]!)
      : [
          ...listFields(environment, type),
          ...(type === undefined ? [] : listMethodsOf(type)),
          ...listEach(environment, type),
        ];
  }
  return [
    ...(compared === null ? [] : listValues(environment, compared[1]!, '"')),
    ...listFields(environment, environment.roots.get('record')),
    ...[...environment.roots].flatMap(([name, type]) =>
      name === 'record' || name === 'local' ? [] : [{ label: name, kind: 'root' as const, detail: describeType(type) }],
    ),
    ...listAskedResources(environment),
    ...listFunctions(environment),
    ...['true', 'false', 'null'].map((label) => ({ label, kind: 'word' as const })),
  ];
}

const repeating = /([a-z_]\w*(?:\.[A-Za-z_]\w*)*)\.(?:each|all|exists|exists_one|filter|map)\(\s*([A-Za-z_]\w*)\s*,/g;

/** The environment with the items of the lists that macros and effects before the cursor go through, by their variables. */
function withItems(environment: Environment, before: string): Environment {
  const roots = new Map<string, ValueType>(environment.roots);
  const inside = { ...environment, roots: roots as ReadonlyMap<Root, ValueType> };
  for (const [, list = '', variable = ''] of before.matchAll(repeating)) {
    const type = removeNullable(resolvePath(inside, list.split('.')) ?? { kind: 'any' });
    if (type.kind === 'list') roots.set(variable, type.item);
  }
  return inside;
}

/** The `each` of a list in an effect. Where numbers are taken, effects are written. */
function listEach({ next }: Environment, type: ValueType | undefined): readonly Candidate[] {
  if (next !== true || type === undefined || removeNullable(type).kind !== 'list') return [];
  return [{ label: 'each', kind: 'function', detail: 'each(x, effect)', insert: 'each($0)' }];
}

function listFields(environment: Environment, type: ValueType | undefined): readonly Candidate[] {
  const fields = fieldsOf(environment, type);
  return [...(fields ?? [])].map(([label, field]) => ({ label, kind: 'field', detail: describe(field) }));
}

function describe({ type, optional }: FieldType): string {
  return `${describeType(type)}${optional ? ', may be absent' : ''}`;
}

function fieldsOf({ symbols }: Environment, type: ValueType | undefined): ReadonlyMap<string, FieldType> | undefined {
  const bare = type?.kind === 'nullable' ? type.of : type;
  if (bare?.kind === 'object') return symbols.fields(bare.name);
  return bare?.kind === 'ref' ? symbols.fields(bare.resource) : undefined;
}

/** The type at the end of a path of names, of which the first is a root or a field of the record. */
function resolvePath(environment: Environment, [first, ...steps]: readonly string[]): ValueType | undefined {
  const record = fieldsOf(environment, environment.roots.get('record'));
  let type = environment.roots.get(first as Root) ?? record?.get(first!)?.type;
  let followed = 0;
  for (const step of steps) {
    if (type !== undefined && removeNullable(type).kind === 'ref') followed++;
    type = fieldsOf(environment, type)?.get(step)?.type;
  }
  const isFar = followed >= mostFollowed && type !== undefined && removeNullable(type).kind === 'ref';
  return isFar ? undefined : type;
}

/** The values of a choice, such as the states of a state field. */
function listValues(environment: Environment, path: string, quote: string): readonly Candidate[] {
  const type = resolvePath(environment, path.split('.'));
  const bare = type?.kind === 'nullable' ? type.of : type;
  if (bare?.kind !== 'choice') return [];
  return bare.values.map((value) => ({ label: `${quote}${value}${quote}`, kind: 'state', detail: bare.of }));
}
