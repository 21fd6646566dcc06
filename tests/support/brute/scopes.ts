import fc from 'fast-check';
import { documentOf } from './document.ts';
import { type Brute, type Condition, maybe, worlds } from './domain.ts';

/** A row of Scopes. */
interface ScopeRow {
  readonly who: 'public' | 'authenticated' | 'left' | 'right';
  readonly where: Condition | undefined;
  readonly what: 'read' | 'change';
}

export const scopeRow: fc.Arbitrary<ScopeRow> = fc.record({
  who: fc.constantFrom<ScopeRow['who']>('public', 'authenticated', 'left', 'right', 'right'),
  where: maybe,
  what: fc.constantFrom<ScopeRow['what']>('read', 'change'),
});

/** By what a caller is known: which rows apply to each. */
const callers: Readonly<Record<string, readonly ScopeRow['who'][]>> = {
  nobody: ['public'],
  caller: ['public', 'authenticated'],
  left: ['public', 'authenticated', 'left'],
  right: ['public', 'authenticated', 'right'],
  both: ['public', 'authenticated', 'left', 'right'],
};

const always: ScopeRow['where'] = { text: 'n == 0 && flag == true', holds: ({ n, flag }) => n === 0 && flag };

export function scopes(stated: readonly ScopeRow[]): Brute {
  // An operation that no row allows is an error.
  const rows = [
    ...stated,
    ...(['read', 'change'] as const).map((what) => ({ who: 'left', what, where: always }) as const),
  ];
  const gets = new Map<string, string>();
  for (const what of ['read', 'change']) {
    for (const [caller, known] of Object.entries(callers)) {
      for (const world of worlds) {
        const mine = rows.filter((row) => row.what === what && known.includes(row.who));
        const allowed = mine.some(({ where }) => where?.holds(world) ?? true);
        gets.set(`${what} ${caller} ${world.n} ${world.flag}`, allowed ? 'allowed' : 'refused');
      }
    }
  }
  const names = { read: 'read Bill', change: 'update Bill' };
  const lines = stated.map(
    ({ who, what, where }) => `| ${who} | ${names[what]} | ${where === undefined ? '' : `\`${where.text}\``} |`,
  );
  return { document: documentOf({ scopes: lines.join('\n') }), gets };
}
