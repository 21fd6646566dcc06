/** Thrown when a store cannot be opened as asked; the message says what was found, what the rule is and what to do. */
export class StoreError extends Error {}

/** Thrown for a store whose tables or records do not fit the document: it can be migrated. */
export class SchemaMismatchError extends StoreError {}

/** Thrown for a store that other processes still serve from by another document: it can be opened when they have ended. */
export class StoreInUseError extends StoreError {}

/** Thrown for a store that cannot be opened or changed now, for a cause that passes: it is away, busy or locked. */
export class TransientStoreError extends StoreError {}
