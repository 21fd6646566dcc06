import type { WholePlan } from '../../plan/whole.ts';

/** Finds the line `- Name: value` of a page; undefined: the page has none. */
export function findFactLine({ text = '' }: WholePlan, name: string): number | undefined {
  const at = text.split('\n').findIndex((line) => line.startsWith(`- ${name}:`));
  return at === -1 ? undefined : at + 1;
}

/** Finds the line `- Name: value` below the heading of an operation; undefined: it has none. */
export function findOperationLine({ text = '' }: WholePlan, operation: string, name: string): number | undefined {
  let isBelow = false;
  const at = text.split('\n').findIndex((line) => {
    if (line.startsWith('#')) isBelow = line.startsWith('### ') && line.slice(4).split(', ').includes(operation);
    return isBelow && line.startsWith(`- ${name}:`);
  });
  return at === -1 ? undefined : at + 1;
}
