import type { Making } from '../../../contracts/operation-context.ts';
import type { Maybe, RecordValue, Row } from '../../../contracts/record.ts';
import type { Given } from '../../../contracts/request-context.ts';
import type { Question } from '../../../contracts/store.ts';
import { readKey, valueAt } from '../../../plan/neighbours.ts';
import type { RefPlan } from '../../../plan/operation.ts';

/** Makes `Making.loadRefs` for these refs: the records one ref away, as they hang on a record. */
export function refsLoader(
  refs: readonly RefPlan[],
  { plan, compiled, store }: Pick<Making, 'plan' | 'compiled' | 'store'>,
): Making['loadRefs'] {
  const loaders = refs.map(({ path, resource }) => {
    const { identity } = plan.resources.find((one) => one.name === resource)!;
    const question = store.question({ resource, conditions: [{ kind: 'equal', field: identity }] });
    return { path, resource, code: compiled.resources.get(resource)!, question };
  });
  if (loaders.length === 0) return () => undefined;
  return (given: Given, record: RecordValue): Maybe<void> => {
    const found: Given['refs'] = { ...given.refs };
    given.refs = found;
    let waits: Promise<void>[] | undefined;
    for (const { path, resource, code, question } of loaders) {
      const id = valueAt(record, path);
      if (id === undefined || id === null) continue;
      const keep = (row: Row | undefined): void => {
        found[readKey(resource, id)] = row && code.toRecord(row);
      };
      const row = asked(given, question).one({ conditions: [id], now: given.now });
      if (row instanceof Promise) {
        waits ??= [];
        waits.push(row.then(keep));
      } else keep(row);
    }
    return waits === undefined ? undefined : Promise.all(waits).then(() => undefined);
  };
}

/** Inside a transaction the record cannot be changed before its end, though others may look at it as well. */
function asked(given: Given, question: Question): Question {
  return given.transaction === undefined ? question : given.transaction.ask(question, 'share');
}
