/** An event that a stream sent. */
export interface StreamedEvent {
  readonly id: string | undefined;
  /** The name of its row in Events: `invoice.sent`; or `left`. */
  readonly type: string | undefined;
  /** The parsed data. */
  // biome-ignore lint/suspicious/noExplicitAny: payloads have many shapes
  readonly data: any;
}

/** An open stream. Its events are in `events` when the request or `advance` that caused them resolves. */
export interface TestStream {
  readonly events: readonly StreamedEvent[];
  /** Whether the service has ended it. */
  readonly ended: boolean;
  close(): Promise<void>;
}

/** Reads a stream of server-sent events (HTML, section 9.2) as it comes. */
export function createTestStream(body: ReadableStream<Uint8Array>): TestStream {
  const events: StreamedEvent[] = [];
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let ended = false;
  const read = async (): Promise<void> => {
    let text = '';
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      const blocks = (text + piece.value).split('\n\n');
      text = blocks.pop()!;
      for (const block of blocks) {
        const fields = block.split('\n').map((line) => /^([a-z]+): ?(.*)$/.exec(line)?.slice(1) ?? []);
        const field = (name: string): string | undefined => fields.find(([of]) => of === name)?.[1];
        const data = fields.flatMap(([name, value]) => (name === 'data' ? [value] : []));
        if (data.length > 0) events.push({ id: field('id'), type: field('event'), data: JSON.parse(data.join('\n')) });
      }
    }
  };
  const over = (): void => {
    ended = true;
  };
  read().then(over, over);
  return {
    events,
    get ended() {
      return ended;
    },
    close: () => reader.cancel(),
  };
}
