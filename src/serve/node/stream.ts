import type { ServerResponse } from 'node:http';
import type { OpenStream, ResponseStream } from '../../contracts/answer-stream.ts';

/** The streams that a server is sending. */
export interface Sending {
  send(response: ServerResponse, stream: ResponseStream): void;
  /** Ends all in order; later ones end as they begin. */
  end(): void;
}

/** Creates the sender of streams after the heads of responses; they have heartbeats and end themselves, so no timeout applies. */
export function createStreamSending(): Sending {
  const open = new Set<OpenStream>();
  let ended = false;
  return {
    send(response, stream) {
      response.socket?.setTimeout(0);
      const opened = stream.open({
        // Between the end of a connection and the word of it nothing can be written.
        write: (bytes) => response.destroyed || response.write(bytes),
        end: () => void response.end(),
        cut: () => void response.destroy(),
      });
      open.add(opened);
      response.on('error', () => response.destroy());
      response.on('drain', () => opened.drained());
      response.once('close', () => {
        open.delete(opened);
        opened.closed();
      });
      if (ended) opened.end();
    },
    end() {
      ended = true;
      for (const stream of [...open]) stream.end();
    },
  };
}
