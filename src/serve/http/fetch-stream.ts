import type { OpenStream, ResponseStream } from '../../contracts/answer-stream.ts';

/** The number of bytes that wait for a reader before the stream pauses. */
const waiting = 16_384;

/** A stream of answers as the web's body; `sent` is called once when it is over. */
export function createBodyStream(stream: ResponseStream, sent: (() => void) | undefined): ReadableStream<Uint8Array> {
  let openStream: OpenStream | undefined;
  let over = false;
  const end = (close: () => void): void => {
    if (over) return;
    over = true;
    close();
    openStream?.closed();
    sent?.();
  };
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        openStream = stream.open({
          write(bytes) {
            controller.enqueue(bytes);
            return (controller.desiredSize ?? 0) > 0;
          },
          end: () => end(() => controller.close()),
          cut: () => end(() => controller.error(new Error('the stream was not read'))),
        });
      },
      pull: () => openStream?.drained(),
      cancel: () => end(() => undefined),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: waiting }),
  );
}
