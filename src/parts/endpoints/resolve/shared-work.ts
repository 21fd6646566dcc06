import { memo, memoPair } from '../../../text/memo.ts';
import type { Service } from '../../service.ts';
import type { About } from '../about.ts';

/**
 * Returns a function that computes something of a model once for each service, and again if another operation has the same model. Check,
 * plan and expressions share the result.
 */
export function shareWork<M extends object, T>(compute: (about: About, model: M) => T): typeof compute {
  const ofService = memo((_service: Service) =>
    memoPair((model: M, _operation: About['operation'], about: About) => compute(about, model)),
  );
  return (about, model) => ofService(about.service)(model, about.operation, about);
}
