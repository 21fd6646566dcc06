/** The place of a request in a trace (W3C Trace Context). */
export interface TraceContext {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** The span to which logs and events belong: the one of the request if it has one, else the one of the client; 16 hexadecimal digits. */
  readonly spanId?: string;
  /** Two hexadecimal digits. Present if `spanId` is. */
  readonly flags?: string;
}
