/** The tables and indexes of both yardsticks: those that Nonet makes of the invoices document. */
export const tables = `
  CREATE TABLE customer (
    version INTEGER NOT NULL,
    id TEXT PRIMARY KEY NOT NULL,
    shop TEXT NOT NULL,
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    created_at TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX customer_email ON customer (email, shop);
  CREATE INDEX customer_by_creation ON customer (shop, created_at, id);
  CREATE INDEX customer_by_email ON customer (shop, email, created_at, id);

  CREATE TABLE invoice (
    version INTEGER NOT NULL,
    status_since INTEGER,
    id TEXT PRIMARY KEY NOT NULL,
    shop TEXT NOT NULL,
    customer TEXT NOT NULL REFERENCES customer (id),
    status TEXT NOT NULL CHECK (status IN ('draft', 'open', 'paid', 'void')),
    number INTEGER,
    lines TEXT NOT NULL,
    total INTEGER,
    paid INTEGER,
    due_on TEXT NOT NULL,
    memo TEXT,
    sent_at TEXT,
    created_at TEXT NOT NULL,
    updated_at TEXT
  ) STRICT;
  CREATE UNIQUE INDEX invoice_number ON invoice (number, shop);
  CREATE INDEX invoice_by_creation ON invoice (shop, created_at, id);
  CREATE INDEX invoice_by_status ON invoice (shop, status, created_at, id);
  CREATE INDEX invoice_by_customer ON invoice (customer, shop, created_at, id);
  CREATE INDEX invoice_by_due_date ON invoice (shop, due_on, id);
  CREATE INDEX invoice_by_total ON invoice (shop, total, id);

  CREATE TABLE credential (
    hash TEXT PRIMARY KEY NOT NULL,
    shop TEXT NOT NULL,
    scopes TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    revoked_at INTEGER
  ) STRICT;
  CREATE TABLE secret (name TEXT PRIMARY KEY NOT NULL, value BLOB NOT NULL) STRICT;
`;

/** How a connection of a yardstick is set: as Nonet sets its own. */
export const settings = `
  PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 4000;
  PRAGMA journal_size_limit = 67108864; PRAGMA cache_size = -65536; PRAGMA temp_store = MEMORY;
  PRAGMA foreign_keys = ON;
`;
