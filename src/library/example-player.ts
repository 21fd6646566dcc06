import type { PlayExamples } from '../describe/examples/exchange.ts';
import type { Source } from '../text/location.ts';
import { createWholePlanFinder } from './documents.ts';

/** Milliseconds for which a service that also answers requests plays examples. */
const longest = 10_000;

/**
 * Returns what plays the examples of a document without errors for its descriptions, in services of its own. Handlers are not run: what
 * they do may reach beyond the process.
 */
export function createExamplePlayer(source: Source): PlayExamples {
  return async (version) => {
    const { playExamples } = await import('./examples.ts');
    return playExamples(createWholePlanFinder(source), { version, milliseconds: longest });
  };
}
