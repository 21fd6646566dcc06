import { questionForms } from '../../expression/questions.ts';
import type { Environment } from '../../expression/symbol-table.ts';
import type { Root, ValueType } from '../../expression/tree.ts';
import type { Candidate } from './candidate.ts';

const asking = new RegExp(
  `([A-Z]\\w*)\\.(?:${[...Object.keys(questionForms), 'each'].join('|')})\\(\\s*([A-Za-z_]\\w*)\\s*,`,
  'g',
);

/** The environment with the records that the questions before the cursor are about, by their variables. */
export function withAskedRecords(environment: Environment, before: string): Environment {
  if (environment.asks !== true) return environment;
  const roots = new Map<string, ValueType>(environment.roots);
  for (const [, name = '', variable = ''] of before.matchAll(asking)) {
    if (environment.symbols.identities?.has(name)) roots.set(variable, { kind: 'object', name });
  }
  return { ...environment, roots: roots as ReadonlyMap<Root, ValueType> };
}

/** The resources about whose records a question may be asked. */
export function listAskedResources({ asks, symbols }: Environment): readonly Candidate[] {
  if (asks !== true) return [];
  return [...(symbols.identities?.keys() ?? [])].map((label) => ({ label, kind: 'resource', insert: `${label}.$0` }));
}

/** The questions about the records of a resource. */
export function listQuestions({ asks, symbols, next }: Environment, resource: string): readonly Candidate[] {
  if (asks !== true || !symbols.identities?.has(resource)) return [];
  // Where numbers are taken, effects are written.
  const forms = next === true ? { each: 'each(x, condition, effect)', ...questionForms } : questionForms;
  return Object.entries(forms).map(([label, form]) => ({
    label,
    kind: 'function',
    detail: `${resource}.${form}`,
    insert: `${label}($0)`,
  }));
}
