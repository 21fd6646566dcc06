/** A request and its response as somebody recorded them. */
export interface Recorded {
  readonly method: string;
  /** A URL, or a path with its query. */
  readonly url: string;
  readonly status: number;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly requestBody?: string;
  /** Left out: they were not recorded. */
  readonly responseHeaders?: Readonly<Record<string, string>>;
  /** Left out: it was not recorded. */
  readonly responseBody?: string;
  /** When the request began, in milliseconds since 1970. */
  readonly at?: number;
  /** Milliseconds until the end of the response. */
  readonly duration?: number;
}
