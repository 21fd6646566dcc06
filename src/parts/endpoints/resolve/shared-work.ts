import type { Service } from '../../service.ts';
import type { About } from '../about.ts';

/**
 * Returns a function that computes something of a model once for each service, and again if another operation has the same model. Check,
 * plan and expressions share the result.
 */
export function shareWork<M extends object, T>(compute: (about: About, model: M) => T): typeof compute {
  const known = new WeakMap<Service, WeakMap<M, { readonly operation: About['operation']; readonly result: T }>>();
  return (about, model) => {
    const { service, operation } = about;
    const results = known.get(service) ?? new WeakMap();
    known.set(service, results);
    const before = results.get(model);
    if (before?.operation === operation) return before.result;
    const result = compute(about, model);
    results.set(model, { operation, result });
    return result;
  };
}
