import type { Root, ValueType } from '../expression/tree.ts';
import type { Environment } from '../expression/vocabulary.ts';

const around = new WeakMap<Environment, Map<string, Environment>>();
const aboutRecord: readonly Root[] = ['record', 'old', 'self'];

/** An environment whose record is another one: what an embedded record or an object inside it is. */
export function aroundRecord(environment: Environment, name: string): Environment {
  return derived(environment, name, { kind: 'object', name });
}

/** An environment without a record: beside the records of a list. */
export function withoutRecord(environment: Environment): Environment {
  return derived(environment, '', undefined);
}

/** The same call gives the same environment, so that an expression is checked once for it. */
function derived(environment: Environment, key: string, record: ValueType | undefined): Environment {
  let made = around.get(environment);
  if (made === undefined) {
    made = new Map();
    around.set(environment, made);
  }
  const known = made.get(key);
  if (known !== undefined) return known;
  const roots = new Map([...environment.roots].filter(([root]) => !aboutRecord.includes(root)));
  if (record !== undefined) roots.set('record', record);
  const fresh = { ...environment, roots };
  made.set(key, fresh);
  return fresh;
}
