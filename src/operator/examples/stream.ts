/** Begins to read a stream of events; `text` is what has come so far, `end` closes it and returns that. */
export function readEvents(body: ReadableStream<Uint8Array>): { text(): string; end(): Promise<string> } {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const read = async (): Promise<void> => {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) text += piece.value;
  };
  const reading = read().catch(() => undefined);
  return {
    text: () => text,
    async end() {
      await reader.cancel().catch(() => undefined);
      await reading;
      return text;
    },
  };
}
