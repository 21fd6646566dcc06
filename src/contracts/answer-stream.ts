/** Where a transport takes the bytes of one stream. */
export interface StreamSink {
  /** Hands bytes over, which stay as they are; false where no more are wanted until `drained`. */
  write(bytes: Uint8Array): boolean;
  /** Ends it in order: what was handed over still goes. */
  end(): void;
  /** Ends it at once, whatever was handed over. */
  cut(): void;
}

/** A stream that is being sent. */
export interface OpenStream {
  /** The transport takes more again. */
  drained(): void;
  /** The connection is over: nothing more is handed to it. */
  closed(): void;
  /** Ends it in order. */
  end(): void;
}

/** The body of a streamed response, until the service or its peer ends it. */
export interface ResponseStream {
  /** Begins; the sink may be written to before this returns. An answer to HEAD never begins it. */
  open(sink: StreamSink): OpenStream;
}
