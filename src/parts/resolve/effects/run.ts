import { listRunEffects } from '../../../plan/records/written.ts';
import { memo } from '../../../text/memo.ts';
import type { Service } from '../../service.ts';
import { resolveOtherEffects } from './resolve.ts';

/** The operations and transitions that effects run on other records, as `update Product` and `pay Invoice`. */
export const listRunByEffects = memo(
  (service: Service): ReadonlySet<string> =>
    new Set(
      service.states.machines.flatMap(({ resource, transitions }) =>
        transitions.flatMap((row) =>
          listRunEffects(resolveOtherEffects(service, row, resource.value).plans).map(
            ({ verb, resource: other }) => `${verb} ${other}`,
          ),
        ),
      ),
    ),
);
