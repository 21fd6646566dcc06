import { listBindingTransitions } from '../../../plan/kinds.ts';
import type { Service } from '../../service.ts';
import { isMadeByLogIn } from '../callers/made-by-log-in.ts';
import { findReference } from '../definitions.ts';
import { createOperationNames } from '../operation-names.ts';
import { collectTransitions } from '../transitions.ts';
import { listRunByEffects } from './run.ts';

/**
 * Returns whether anything may run an operation of a resource: an endpoint, code, an effect, the time, or the deletion of a record that its
 * records refer to. An endpoint that the document leaves open may. `seen`: the operations that were looked at before.
 */
export function isEverRun(service: Service, verb: string, resource: string, seen: Set<string> = new Set()): boolean {
  const key = `${verb} ${resource}`;
  if (seen.has(key)) return false;
  seen.add(key);
  return listBindingTransitions(verb).some((name) => runs(service, name, resource, seen));
}

function runs(service: Service, verb: string, resource: string, seen: Set<string>): boolean {
  const { hasHandlers, running } = createOperationNames(service);
  const key = `${verb} ${resource}`;
  if (isMadeByLogIn(service, key)) return true;
  if (hasHandlers || running(verb, resource).length > 0 || listRunByEffects(service).has(key)) return true;
  if (
    collectTransitions(service)
      .get(key)
      ?.rows.some(({ trigger }) => trigger !== undefined)
  )
    return true;
  const isGap = service.aspects.some(
    ({ part, aspect, status }) =>
      part === 'endpoints' && aspect === 'methods' && (status === 'not shown' || status === 'missing'),
  );
  return isGap || follows(service, verb, resource, seen);
}

/** Whether the deletion of another record may change or delete records of a resource. */
function follows(service: Service, verb: string, resource: string, seen: Set<string>): boolean {
  const does = verb === 'delete' ? 'cascade' : verb === 'update' ? 'clear' : undefined;
  if (does === undefined) return false;
  const holders = service.resources.resources.filter(({ name }) => name.value === resource);
  return holders.some(({ fields }) =>
    fields.some((field) => {
      const reference = findReference(field);
      return reference?.onDelete === does && isEverRun(service, 'delete', reference.to, seen);
    }),
  );
}
