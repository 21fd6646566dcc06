import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import type { StreamSink } from '../../contracts/answer-stream.ts';
import { createStreamSending, type Sending } from './stream.ts';

interface Opened {
  readonly sink: StreamSink;
  readonly told: string[];
  /** Resolves when the transport next tells of something. */
  next(): Promise<string>;
}

/** Serves one stream that the test writes, to a peer that reads when it is told to. */
async function opened(
  t: TestContext,
): Promise<Opened & { readonly sending: Sending; readonly peer: ReturnType<typeof connect> }> {
  const sending = createStreamSending();
  const told: string[] = [];
  let wake = (_: string): void => undefined;
  const tell = (what: string): void => {
    told.push(what);
    wake(what);
  };
  const sinks: StreamSink[] = [];
  const server = createServer((_, response: ServerResponse) => {
    response.writeHead(200, ['Content-Type', 'text/event-stream']);
    sending.send(response, {
      open(sink) {
        sinks.push(sink);
        sink.write(new TextEncoder().encode('begun\n'));
        return {
          drained: () => tell('drained'),
          closed: () => tell('closed'),
          end: () => {
            tell('end');
            sink.end();
          },
        };
      },
    });
  });
  t.after(() => server.closeAllConnections());
  t.after(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const peer = connect((server.address() as AddressInfo).port, '127.0.0.1');
  t.after(() => peer.destroy());
  peer.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(peer, 'data');
  peer.pause();
  const next = (): Promise<string> =>
    new Promise((resolve) => {
      wake = resolve;
    });
  return { sink: sinks[0]!, told, next, sending, peer };
}

/** Writes until the transport wants no more. */
function fill(sink: StreamSink): void {
  const bytes = new Uint8Array(65_536).fill(0x78);
  for (let count = 0; count < 1_000; count++) if (!sink.write(bytes)) return;
  assert.fail('the transport takes without end');
}

test('a transport that is full says so, and tells when its peer has read', async (t) => {
  const { sink, told, next, peer } = await opened(t);
  fill(sink);
  assert.deepEqual(told, []);
  const drained = next();
  peer.resume();
  assert.equal(await drained, 'drained');
});

test('a stream that is cut while its peer does not read is over, and takes nothing more without harm', async (t) => {
  const { sink, next } = await opened(t);
  fill(sink);
  const closed = next();
  sink.cut();
  sink.write(new Uint8Array(10));
  assert.equal(await closed, 'closed');
  sink.write(new Uint8Array(10));
});

test('a server that ends ends its streams in order, later ones too', async (t) => {
  const { next, sending, peer } = await opened(t);
  const ended = next();
  sending.end();
  assert.equal(await ended, 'end');
  let text = '';
  peer.on('data', (chunk) => {
    text += chunk;
  });
  peer.resume();
  peer.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  while (text.match(/0\r\n\r\n/g)?.length !== 2) await once(peer, 'data');
});
