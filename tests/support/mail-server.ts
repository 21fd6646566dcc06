import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** An email that a server took. */
export interface TakenEmail {
  readonly from: string;
  readonly to: readonly string[];
  /** By their names in lower case, unfolded and decoded. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly html: string;
  readonly raw: string;
}

/** A mail server of a test. */
export interface MailServerForTest {
  /** `smtp://127.0.0.1:port`. */
  readonly address: string;
  readonly port: number;
  readonly taken: readonly TakenEmail[];
  /** The number of connections that were opened. */
  readonly connections: () => number;
  close(): Promise<void>;
}

/** The response with which a server rejects something. */
export function reject(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

/** Starts a mail server; without a port, on a free one. By default it takes all emails, without a login or TLS. */
export async function startMailServer(options: SMTPServerOptions = {}, port = 0): Promise<MailServerForTest> {
  const taken: TakenEmail[] = [];
  let connections = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    closeTimeout: 100,
    onConnect(_, done) {
      connections++;
      done();
    },
    onData(stream, { envelope }, done) {
      const pieces: Buffer[] = [];
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      stream.on('end', () => {
        const raw = Buffer.concat(pieces).toString('latin1');
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        taken.push({ from, to: envelope.rcptTo.map(({ address }) => address), ...readEmail(raw), raw });
        done();
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: own } = server.server.address() as AddressInfo;
  return {
    address: `smtp://127.0.0.1:${own}`,
    port: own,
    taken,
    connections: () => connections,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Reads an email of two parts, which Nonet writes: its headers, and the decoded parts. */
export function readEmail(raw: string): Pick<TakenEmail, 'headers' | 'text' | 'html'> {
  const [head = '', ...parts] = raw.split('--=_nonet');
  const [text = '', html = ''] = parts.map((part) => {
    const begin = part.indexOf('\r\n\r\n') + 4;
    const body = part.slice(begin);
    if (!part.slice(0, begin).includes('base64')) return body.replaceAll('\r\n', '\n');
    return Buffer.from(body, 'base64').toString();
  });
  const lines = head.replace(/\r\n(?=[ \t])/g, '').split('\r\n');
  const headers = lines.flatMap((line) => {
    const [, name, value] = /^([\w-]+): (.*)$/.exec(line) ?? [];
    return name === undefined ? [] : [[name.toLowerCase(), decodeWords(value!)] as const];
  });
  return { headers: Object.fromEntries(headers), text, html };
}

/** Decodes the encoded words of a header (RFC 2047). */
function decodeWords(value: string): string {
  return value
    .replace(/\?= (?==\?)/g, '?=')
    .replace(/=\?utf-8\?B\?([^?]*)\?=/g, (_, base64: string) => Buffer.from(base64, 'base64').toString());
}
