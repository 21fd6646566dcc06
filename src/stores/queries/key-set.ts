import { DatabaseSync, type StatementSync } from 'node:sqlite';

/** The number of keys in memory; more go to a file. */
const held = 100_000;
const cachedKibibytes = 8_192;

interface Disk {
  readonly database: DatabaseSync;
  readonly add: StatementSync;
  readonly find: StatementSync;
}

/** A set of keys with little memory: after the first hundred thousand it is a temporary file, deleted with the set or the process. */
export class KeySet {
  #memory = new Set<string>();
  #disk: Disk | undefined;
  readonly #most: number;

  /** `most` keys stay in memory. */
  constructor(most: number = held) {
    this.#most = most;
  }

  has(key: string): boolean {
    return this.#memory.has(key) || this.#disk?.find.get(key) !== undefined;
  }

  /** Adds a key; false when it was there already. */
  add(key: string): boolean {
    if (this.#memory.has(key)) return false;
    if (this.#disk === undefined && this.#memory.size < this.#most) {
      this.#memory.add(key);
      return true;
    }
    this.#disk ??= open();
    return this.#disk.add.run(key).changes === 1;
  }

  /** Releases the file; the set cannot be used afterwards. */
  close(): void {
    this.#memory = new Set();
    this.#disk?.database.close();
    this.#disk = undefined;
  }
}

/** A database without a name is a file that SQLite itself removes. */
function open(): Disk {
  const database = new DatabaseSync('');
  database.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -${cachedKibibytes}; PRAGMA temp_store = FILE;
    CREATE TABLE keys (key TEXT PRIMARY KEY NOT NULL) STRICT, WITHOUT ROWID; BEGIN`);
  return {
    database,
    add: database.prepare('INSERT OR IGNORE INTO keys VALUES (?)'),
    find: database.prepare('SELECT 1 FROM keys WHERE key = ?'),
  };
}
