import type { Caller } from '../../../contracts/caller.ts';
import { then } from '../../../contracts/maybe-promise.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { Audience, Due } from '../../../contracts/streams.ts';
import type { Expression } from '../../../expression/tree.ts';
import type { OperationPlan } from '../../../plan/operation.ts';
import { asksQuestions } from '../../../plan/records/questions.ts';
import { selectGrants } from '../../authentication/serve/grants.ts';
import { createVisibility, type Sees, turnBack } from './visibility.ts';

/**
 * Gives the audience of a caller: callers whom the same scope rows let in, and whose attributes are the same as far as the row
 * rules read them, see the same events, so that a rule is asked once for all of them.
 */
export function createAudienceReader(
  op: Pick<OperationContext, 'compiled' | 'operation' | 'answering'>,
): (caller: Caller | undefined) => Audience {
  const { operation } = op;
  const seer = createVisibility(op, operation);
  const read = collectReadAttributes(operation);
  const asks = asksQuestions(operation.access);
  return (caller) => {
    const values = read === 'all' ? caller?.values : read.map((name) => caller?.values[name] ?? null);
    const key = JSON.stringify([String(selectGrants(operation.access, caller)), values ?? null]);
    return { key, asks, due: createDue(seer(caller)) };
  };
}

function createDue(sees: Sees): Audience['due'] {
  return (events, now) =>
    then(sees(events, now), (seen) => {
      const earlier = events.map((decoded, at) => (seen[at] === true ? undefined : turnBack(decoded)));
      const unseen = earlier.filter((decoded) => decoded !== undefined);
      const settle = (saw: readonly boolean[]): readonly Due[] => {
        const left = new Set(unseen.filter((_, at) => saw[at]));
        return earlier.map((decoded, at) => (seen[at] ? 'event' : decoded && left.has(decoded) ? 'left' : undefined));
      };
      return unseen.length === 0 ? settle([]) : then(sees(unseen, now), settle);
    });
}

/** The members of `caller` that the row rules of an operation on events read; `all` where one reads it as a whole. */
export function collectReadAttributes({ access }: Pick<OperationPlan, 'access'>): readonly string[] | 'all' {
  const names = new Set<string>();
  let whole = false;
  const look = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { op, root, steps } = node as Partial<Extract<Expression, { op: 'path' }>>;
    if (op === 'path' && root === 'caller') {
      const [first] = steps ?? [];
      if (first === undefined) whole = true;
      else names.add(first.name);
    }
    for (const inner of Object.values(node)) look(inner);
  };
  for (const { byResource } of access.grants) look(byResource);
  return whole ? 'all' : [...names].sort();
}
