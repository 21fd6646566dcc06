/** The mistakes of an expression that the database runs. */
export const inStore = {
  'not-in-the-store': {
    means: 'An expression that the database runs uses something that Nonet cannot translate to SQL.',
    why: 'Where conditions filter in the database, so that lists stay fast and exact.',
    note: 'An expression that the database runs consists of `&&`, `||`, `!`, booleans, has(f), comparisons of a scalar field (or one that refs lead to) with a value, `in`, startsWith, endsWith and contains. A value reads no record: `now - days(30)`.',
    says: (what: string, place: string, help?: string) => ({
      message: `${what} cannot be used in ${place}, which the database runs.`,
      help: help ?? 'compute it in a field and compare that field, or write it in a handler (docs/handlers.md)',
    }),
  },
} as const;
