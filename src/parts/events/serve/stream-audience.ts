import type { Caller } from '../../../contracts/caller.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { Audience } from '../../../contracts/streams.ts';
import type { Expression } from '../../../expression/tree.ts';
import type { OperationPlan } from '../../../plan/operation.ts';
import { selectGrants } from '../../authentication/serve/grants.ts';
import { createVisibility, turnBack } from './visibility.ts';

/**
 * Gives the audience of a caller: callers whom the same scope rows let in, and whose attributes are the same as far as the row
 * rules read them, see the same events, so that a rule is asked once for all of them.
 */
export function createAudienceReader(
  op: Pick<OperationContext, 'compiled' | 'operation'>,
): (caller: Caller | undefined) => Audience {
  const { operation } = op;
  const seer = createVisibility(op, operation);
  const read = collectReadAttributes(operation);
  return (caller) => {
    const values = read === 'all' ? caller?.values : read.map((name) => caller?.values[name] ?? null);
    const key = JSON.stringify([String(selectGrants(operation.access, caller)), values ?? null]);
    const sees = seer(caller);
    const saw: Audience['saw'] = (decoded, now) => {
      const earlier = turnBack(decoded);
      return earlier !== undefined && sees(earlier, now);
    };
    return { key, sees, saw };
  };
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
