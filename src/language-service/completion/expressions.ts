import type { Environment, FieldType } from '../../expression/symbol-table.ts';
import type { Root, ValueType } from '../../expression/tree.ts';
import { describeType } from '../../expression/types.ts';
import type { Candidate } from './candidate.ts';
import { completeZone, listFunctions, listMethodsOf } from './functions.ts';
import { listAskedResources, listQuestions, withAskedRecords } from './questions.ts';

/** Completes an expression from its text before the cursor. */
export function completeExpression(around: Environment, before: string): readonly Candidate[] {
  const environment = withAskedRecords(around, before);
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
      : [...listFields(environment, type), ...(type === undefined ? [] : listMethodsOf(type))];
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
  for (const step of steps) type = fieldsOf(environment, type)?.get(step)?.type;
  return type;
}

/** The values of a choice, such as the states of a state field. */
function listValues(environment: Environment, path: string, quote: string): readonly Candidate[] {
  const type = resolvePath(environment, path.split('.'));
  const bare = type?.kind === 'nullable' ? type.of : type;
  if (bare?.kind !== 'choice') return [];
  return bare.values.map((value) => ({ label: `${quote}${value}${quote}`, kind: 'state', detail: bare.of }));
}
