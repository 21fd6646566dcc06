import { connect, type Socket } from 'node:net';

/** An answer as it came. */
export interface Received {
  readonly status: number;
  /** The head as it came, its names in their own letter case. */
  readonly head: string;
  readonly bytes: Buffer;
}

/** One keep-alive connection that has at most one request under way. */
export interface Connection {
  /** Sends a request and hands on the answer; `body` tells whether its bytes are wanted. */
  send(request: string, body: boolean, done: (received: Received) => void): void;
  close(): void;
}

const nothing = Buffer.alloc(0);

/** Opens a connection; `failed` hears when it ends while an answer is awaited. */
export function openConnection(port: number, failed: (error: Error) => void): Connection {
  const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true });
  let pending = nothing;
  let wanted = false;
  let waiting: ((received: Received) => void) | undefined;
  const fail = (error: Error): void => {
    if (waiting === undefined) return;
    waiting = undefined;
    failed(error);
  };
  socket.on('data', (chunk) => {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    const answer = answerIn(pending, wanted);
    if (answer === undefined) return;
    pending = nothing;
    const done = waiting;
    waiting = undefined;
    done?.(answer);
  });
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('the server closed the connection')));
  return {
    send(request, body, done) {
      wanted = body;
      waiting = done;
      socket.write(request);
    },
    close: () => socket.destroy(),
  };
}

function answerIn(bytes: Buffer, wanted: boolean): Received | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const head = bytes.toString('latin1', 0, end);
  const status = Number(head.slice(9, 12));
  const length = /\r\ncontent-length: *(\d+)/i.exec(head);
  const from = end + 4;
  if (length === null) {
    if (status === 204 || status === 304) return { status, head, bytes: nothing };
    if (!/\r\ntransfer-encoding: *chunked/i.test(head)) throw new Error(`an answer tells no length:\n${head}`);
    return bytes.toString('latin1', bytes.length - 5) === '0\r\n\r\n'
      ? { status, head, bytes: joined(bytes, from) }
      : undefined;
  }
  const last = from + Number(length[1]);
  if (bytes.length < last) return undefined;
  return { status, head, bytes: wanted ? bytes.subarray(from, last) : nothing };
}

function joined(bytes: Buffer, start: number): Buffer {
  const parts: Buffer[] = [];
  for (let from = start; ; ) {
    const line = bytes.indexOf('\r\n', from);
    const size = Number.parseInt(bytes.toString('latin1', from, line), 16);
    if (!(size > 0)) return Buffer.concat(parts);
    parts.push(bytes.subarray(line + 2, line + 2 + size));
    from = line + 4 + size;
  }
}

/** Asks once, on a connection of its own. */
export function ask(port: number, request: string): Promise<Received> {
  return new Promise((resolve, reject) => {
    const connection = openConnection(port, reject);
    connection.send(request, true, (received) => {
      connection.close();
      resolve(received);
    });
  });
}
