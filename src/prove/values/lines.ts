import type { WholePlan } from '../../plan/whole.ts';

/** Finds the line `- Name: value` of a page; undefined: the page has none. */
export function findFactLine({ text = '' }: WholePlan, name: string): number | undefined {
  const at = text.split('\n').findIndex((line) => line.startsWith(`- ${name}:`));
  return at === -1 ? undefined : at + 1;
}
