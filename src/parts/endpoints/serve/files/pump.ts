import type { ResponseStream } from '../../../../contracts/answer-stream.ts';
import type { OpenContent, StoredContent } from '../../../../contracts/files.ts';
import type { Platform } from '../../../../contracts/platform.ts';

/** The number of bytes that are read at once. */
const pieceBytes = 65_536;
/** The milliseconds after which a client that takes nothing is disconnected, and which the beginning may take. */
const patience = 60_000;
/** The bytes that a client takes in a millisecond at least, on average: 16 KiB a second. */
const slowest = 16.384;

/** Streams a part of a content as fast as the client takes it. Disconnects one that takes it too slowly. */
export function streamContent(
  content: StoredContent,
  from: number,
  to: number,
  { now, after, log }: Pick<Platform, 'now' | 'after' | 'log'>,
): ResponseStream {
  return {
    open(sink) {
      const begun = now();
      let over = false;
      let resume: (() => void) | undefined;
      let cancel: (() => void) | undefined;
      const finish = (): void => {
        over = true;
        cancel?.();
        resume?.();
      };
      const drained = (sent: number): Promise<void> =>
        new Promise((resolve) => {
          resume = resolve;
          const left = Math.min(patience, begun + patience + sent / slowest - now());
          cancel = after(Math.max(0, left), () => {
            sink.cut();
            finish();
          });
        });
      const send = async (open: OpenContent): Promise<void> => {
        for (let at = from; at < to && !over; ) {
          const bytes = await open.read(at, Math.min(pieceBytes, to - at));
          if (bytes.length === 0) throw new Error('the content is shorter than it was');
          at += bytes.length;
          // An event of the transport may end it while it is read.
          if (over || sink.write(bytes)) continue;
          await drained(at - from);
        }
      };
      const run = async (): Promise<void> => {
        const open = await content.open();
        try {
          await send(open);
        } finally {
          await open.close();
        }
        if (!over) sink.end();
      };
      run().catch((error: unknown) => {
        log.error({ error: String(error) }, 'failed to send a file');
        if (!over) sink.cut();
      });
      return {
        drained() {
          cancel?.();
          resume?.();
        },
        closed: finish,
        // The rest is sent: a client would not know that a shorter content is not the whole one.
        end: () => undefined,
      };
    },
  };
}
