import type { OperationPlan } from '../plan/operation.ts';

/** Says who may call an operation, in words: `called by write (own rows), staff`. */
export function describeCallers({ access: { open, grants } }: Pick<OperationPlan, 'access'>): string {
  if (open) return 'called by every client';
  const usable = grants.filter(({ where }) => where !== 'disabled');
  if (usable.length === 0) return 'called by no client: no scope allows it';
  const names = new Map<string, boolean>();
  for (const { scope, kind, words } of usable) {
    const name = kind === 'public' ? 'every client' : kind === 'authenticated' ? 'every authenticated caller' : scope;
    names.set(name, (names.get(name) ?? true) && words !== undefined);
  }
  const list = [...names].map(([name, isLimited]) => (isLimited ? `${name} (some records)` : name));
  return `called by ${list.join(', ')}`;
}
