import type { Environment } from '../../../expression/symbol-table.ts';
import type { Root, ValueType } from '../../../expression/tree.ts';
import { memoByKey } from '../../../text/memo.ts';

const aboutRecord: readonly Root[] = ['record', 'old', 'self'];

/** An environment whose record is another one: what an embedded record or an object inside it is. */
export function createRecordEnvironment(environment: Environment, name: string): Environment {
  return deriveEnvironment(environment, name, { kind: 'object', name });
}

/** Returns an environment without a record: next to the records of a list. */
export function removeRecord(environment: Environment): Environment {
  return deriveEnvironment(environment, '', undefined);
}

/** Returns the environment of a value that is left out if it cannot be computed. */
export function createOptionalEnvironment(environment: Environment): Environment {
  const { presence } = environment;
  if (presence === undefined) return environment;
  return cacheEnvironment(environment, 'left out', () => ({
    ...environment,
    presence: { ...presence, failing: 'left out' },
  }));
}

/** The same call gives the same environment, so that an expression is checked once for it. */
function deriveEnvironment(environment: Environment, key: string, record: ValueType | undefined): Environment {
  return cacheEnvironment(environment, `of ${key}`, () => {
    const roots = new Map([...environment.roots].filter(([root]) => !aboutRecord.includes(root)));
    if (record !== undefined) roots.set('record', record);
    const { presence } = environment;
    // The facts are about the other record.
    return {
      ...environment,
      roots,
      ...(presence === undefined ? {} : { presence: { ...presence, facts: new Map() } }),
    };
  });
}

const cacheEnvironment = memoByKey((_environment: Environment, _key: string, make: () => Environment) => make());
