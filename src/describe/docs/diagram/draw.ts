import type { Plan } from '../../../plan/plan.ts';
import { type Graphviz, layoutDiagrams } from './graphviz.ts';
import type { Diagrams } from './layout.ts';

/** The message about diagrams without the package, and how to install it. */
export const missingGraphviz =
  'The package @viz-js/viz is not installed, so the page has no state diagrams. To add them, run npm install @viz-js/viz.';

/** Lays out the state diagrams of a service by the package `@viz-js/viz`; undefined where it is not installed. */
export async function drawDiagrams(plan: Pick<Plan, 'resources'>): Promise<Diagrams | undefined> {
  if (plan.resources.every(({ machines }) => machines.every(({ field }) => field === undefined))) return {};
  const graphviz = await loadGraphviz();
  return graphviz && layoutDiagrams(plan, graphviz);
}

async function loadGraphviz(): Promise<Graphviz | undefined> {
  try {
    const { instance } = await import('@viz-js/viz');
    return await instance();
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}
