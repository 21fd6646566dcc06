import type { FindWholePlan } from '../plan/whole.ts';
import type { Source } from '../text/location.ts';

/** Returns what finds the whole plans of a document without errors, by reading its text again: a service rarely needs them. */
export function createWholePlanFinder({ name, text }: Source): FindWholePlan {
  return async (version) => {
    const [{ buildWholePlanOf }, { read }] = await Promise.all([
      import('../parts/plan/whole-version.ts'),
      import('./documents.ts'),
    ]);
    return buildWholePlanOf(read(text, name).service, version);
  };
}
