/** The table of events; a number is never given twice, though events are removed. */
export const eventTables: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS nonet_event (number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT UNIQUE NOT NULL, kind TEXT NOT NULL,
  resource TEXT, record_id TEXT, record_version INTEGER NOT NULL, record TEXT, record_before TEXT, refs TEXT,
  at INTEGER NOT NULL, trace_id TEXT NOT NULL) STRICT`,
];
