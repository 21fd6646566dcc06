import { findNamed } from '../../text/find-named.ts';
import { changesRecord, ownVerbs } from '../kinds.ts';
import type { OperationPlan } from '../operation.ts';
import type { Plan } from '../plan.ts';
import { findAccountResource } from '../records/accounts.ts';
import { findSecondFactors, listRecoveryCodes } from '../records/second-factors.ts';
import { findSessionResource } from '../records/sessions.ts';
import { listRunEffects, listTouched, listWrittenResources, mayDelete } from '../records/written.ts';

type Changing = Pick<Plan, 'operations' | 'resources'>;

/**
 * Lists the changes that can have a hook inside their transaction: operations by their names, and by verb and resource the changes that only a
 * timer, an effect or code makes, such as `expire Hold`. Handlers are code inside the transaction already.
 */
export function listHookedChanges({ operations, resources }: Changing): readonly string[] {
  const requested = operations.filter(changesRecord).flatMap(({ name, resource, creation }) => {
    return creation === undefined ? [name] : [name, `create ${resource}`];
  });
  const inside = resources.flatMap(({ name, machines }) =>
    machines.flatMap(({ transitions }) =>
      transitions.flatMap(({ name: verb, trigger, others = [] }) => [
        ...(!ownVerbs.has(verb) || trigger !== undefined ? [`${verb} ${name}`] : []),
        ...listRunEffects(others).map((effect) => `${effect.verb} ${effect.resource}`),
      ]),
    ),
  );
  const sessions = findSessionResource({ resources })?.resource.name;
  const ofSessions = sessions === undefined ? [] : [`create ${sessions}`, `delete ${sessions}`];
  const recovery = findSecondFactors({ resources })?.recovery?.resource.name;
  const ofFactors = recovery === undefined ? [] : [`delete ${recovery}`];
  const accounts = findAccountResource({ resources });
  const ofAccounts =
    accounts === undefined ? [] : [accounts.resource.name, accounts.of].map((name) => `create ${name}`);
  return [...new Set([...requested, ...inside, ...ofSessions, ...ofFactors, ...ofAccounts])];
}

/** The names by which hooks mean a change: that of its operation; a replace that creates its record is a create, too. */
export function listHookNames({ name, kind, verb, resource, replaces, path }: OperationPlan): readonly string[] {
  if (replaces === true) return [...new Set([`create ${resource}`, name])];
  // Of a transition that no client asks for, the operation may have a name of its own.
  return kind === 'transition' && path === '' ? [...new Set([name, `${verb} ${resource}`])] : [name];
}

/** Returns whether other changes that an operation makes, by effects or as a deletion, may have a hook. */
export function mayRunHook(
  plan: Changing,
  { kind, resource }: Pick<OperationPlan, 'kind' | 'resource'>,
  hooked: ReadonlySet<string>,
): boolean {
  const of = findNamed(plan.resources, resource);
  if (hooked.size === 0 || of === undefined) return false;
  const effects = new Set(
    listWrittenResources(
      plan,
      of.machines.flatMap(({ transitions }) => transitions),
    ),
  );
  const sessions = findSessionResource(plan);
  if (sessions?.of === of.name) effects.add(sessions.resource.name);
  for (const name of listRecoveryCodes(plan, of.name)) effects.add(name);
  const accounts = findAccountResource(plan);
  if (accounts?.of === of.name) for (const name of [accounts.resource.name, of.name]) effects.add(name);
  const deletes = kind === 'delete' || mayDelete(plan, of.name);
  const written = deletes ? new Set([...effects, ...listTouched(plan, [of.name, ...effects])]) : effects;
  return [...hooked].some((name) => {
    const operation = findNamed(plan.operations, name);
    return written.has(operation?.resource ?? name.slice(name.indexOf(' ') + 1));
  });
}

/** Explains why a name is not a change that can have a hook inside its transaction. */
export function explainNoWithin({ operations }: Pick<Plan, 'operations'>, name: string): string {
  const operation = findNamed(operations, name);
  if (operation === undefined) return 'the document has no such operation';
  return operation.kind === 'handler' ? 'its handler runs in the transaction' : 'it changes no record';
}
