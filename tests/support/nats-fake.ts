import { createServer, type Socket } from 'node:net';
import { listenAt } from './listen-at.ts';

/** How a server answers a message: `silent` not at all, `gone` by ending the connection, else with the reply of a stream. */
export type NatsReply = 'kept' | 'no responders' | 'full' | 'too large' | 'foreign' | 'denied' | 'silent' | 'gone';

const replies: Readonly<Partial<Record<NatsReply, string>>> = {
  kept: '{"stream":"JOBS","seq":1}',
  full: '{"error":{"code":503,"err_code":10077,"description":"maximum messages exceeded"}}',
  'too large': '{"error":{"code":400,"err_code":10054,"description":"message size exceeds maximum allowed"}}',
  foreign: '{"ok":true}',
};

/** Opens a server that speaks as much of the protocol of NATS as a publisher needs. */
export async function openNatsFake(): Promise<{ readonly address: string; reply: NatsReply; close(): void }> {
  const fake = { address: '', reply: 'kept' as NatsReply, close(): void {} };
  const server = createServer((socket) => {
    const info = {
      server_id: 'FAKE',
      version: '2.10.0',
      proto: 1,
      headers: true,
      jetstream: true,
      max_payload: 10_000,
    };
    socket.write(`INFO ${JSON.stringify(info)}\r\n`);
    const sids: string[] = [];
    let text = '';
    socket
      .on('error', () => undefined)
      .on('data', (bytes) => {
        text += bytes.toString('latin1');
        for (;;) {
          const end = text.indexOf('\r\n');
          if (end === -1) return;
          const [verb = '', ...words] = text.slice(0, end).split(' ');
          const length = /^H?PUB$/.test(verb) ? Number(words.at(-1)) + 2 : 0;
          if (text.length < end + 2 + length) return;
          text = text.slice(end + 2 + length);
          if (verb === 'PING') socket.write('PONG\r\n');
          if (verb === 'SUB') sids.push(words.at(-1)!);
          if (length > 0) answer(socket, fake.reply, words, sids.at(-1)!);
        }
      });
  });
  const { port, close } = await listenAt(server);
  fake.address = `nats://127.0.0.1:${port}`;
  fake.close = close;
  return fake;
}

function answer(socket: Socket, reply: NatsReply, [subject, inbox]: readonly string[], sid: string): void {
  const text = replies[reply];
  if (text !== undefined) socket.write(`MSG ${inbox} ${sid} ${text.length}\r\n${text}\r\n`);
  else if (reply === 'no responders') socket.write(`HMSG ${inbox} ${sid} 16 16\r\nNATS/1.0 503\r\n\r\n\r\n`);
  else if (reply === 'denied') socket.write(`-ERR 'Permissions Violation for Publish to "${subject}"'\r\n`);
  else if (reply === 'gone') socket.destroy();
}
