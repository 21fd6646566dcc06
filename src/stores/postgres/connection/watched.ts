/** A connection that is closed if its server became silent. Times are milliseconds of `performance.now()`. */
export interface Watched {
  readonly alive: boolean;
  /** Since when the server owes an answer; undefined if it has answered everything. */
  readonly owedSince: number | undefined;
  /** When the server was last heard. */
  readonly heardAt: number;
  /** The server process of the connection; undefined until it is known. */
  readonly process: number | undefined;
  /** Closes the connection at once. Queries without an answer fail with the error. */
  giveUp(error: Error): void;
}

/** Watches the connections to one server. */
export interface SilenceWatch {
  add(connection: Watched): void;
  end(): void;
}
