import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { OutgoingEmail, Sent } from '../../contracts/platform.ts';
import { once } from '../../text/memo.ts';
import { isLoopback } from '../http/client-address.ts';
import type { MailLink } from './link.ts';
import { writeMime } from './mime.ts';
import { describeSmtpError, type SmtpError } from './problems.ts';
import type { MailServer } from './settings.ts';

/** How many milliseconds the server may be silent, and how long one email may take in all. */
const silence = 15_000;
const wholePatience = 45_000;
/** How many connections are open at most, and for how long one stays open without an email. */
const most = 4;
const idle = 5_000;
/** A response of more bytes ends the connection. */
const longestResponse = 65_536;

/**
 * Opens the way to a mail server. Connections are opened when they are needed and serve several emails. A login is sent only over TLS, or to
 * this machine. The certificate of the server must be valid. An email that takes longer than `patience`, in milliseconds, has failed.
 */
export function openSmtp(server: MailServer, patience: number = wholePatience): MailLink {
  const free: OpenConnection[] = [];
  const waiting: (() => void)[] = [];
  const open = new Set<OpenConnection>();
  let busy = 0;
  let closed = false;
  const take = (): OpenConnection => {
    const kept = free.pop();
    if (kept !== undefined) return kept;
    const connection = createConnection(server);
    open.add(connection);
    void connection.ended.then(() => {
      open.delete(connection);
      const at = free.indexOf(connection);
      if (at >= 0) free.splice(at, 1);
    });
    return connection;
  };
  const attempt = async (email: OutgoingEmail): Promise<Sent> => {
    const mime = writeMime(email);
    const connection = take();
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      connection.close();
    }, patience);
    try {
      await connection.ready();
      await connection.send(email, mime);
      if (!closed) {
        free.push(connection);
        connection.rest(idle);
      }
      return { sent: true };
    } catch (error) {
      connection.close();
      if (late) return { sent: false, problem: `the mail server took longer than ${patience / 1_000} seconds` };
      return describeSmtpError(error as SmtpError, server);
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    async send(email) {
      while (busy >= most && !closed) await new Promise<void>((resolve) => waiting.push(resolve));
      if (closed) return { sent: false, problem: 'the service is closing' };
      busy++;
      try {
        return await attempt(email);
      } finally {
        busy--;
        waiting.shift()?.();
      }
    },
    close() {
      closed = true;
      for (const resolve of waiting.splice(0)) resolve();
      for (const connection of open) connection.close();
    },
  };
}

/** A connection that sends one email at a time. */
interface OpenConnection {
  /** Resolves when the connection is closed. */
  readonly ended: Promise<void>;
  /** Connects and logs in, once. */
  ready(): Promise<void>;
  send(email: OutgoingEmail, mime: string): Promise<void>;
  /** Quits after some milliseconds, unless an email is sent before. */
  rest(milliseconds: number): void;
  close(): void;
}

function createConnection({ host, port, secure, login }: MailServer): OpenConnection {
  const isOpenNetwork = !(host === 'localhost' || isLoopback(host));
  const connection = new SMTPConnection({
    host,
    port,
    secure,
    requireTLS: !secure && login !== undefined && isOpenNetwork,
    connectionTimeout: silence,
    greetingTimeout: silence,
    socketTimeout: silence,
    dnsTimeout: silence,
    socketCloseTimeout: 0,
    maxResponseSize: longestResponse,
  });
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const { promise: failed, reject: fail } = Promise.withResolvers<never>();
  failed.catch(() => undefined);
  let quitting: NodeJS.Timeout | undefined;
  connection.on('error', fail);
  connection.on('end', () => {
    clearTimeout(quitting);
    fail(Object.assign(new Error('the connection was closed'), { code: 'ECONNECTION' }));
    end();
  });
  /** Rejects too when the connection fails meanwhile. */
  const run = (work: (done: (error?: Error | null) => void) => void): Promise<void> => {
    const done = new Promise<void>((resolve, reject) => {
      work((error) => (error ? reject(error) : resolve()));
    });
    return Promise.race([done, failed]);
  };
  const close = (): void => {
    clearTimeout(quitting);
    connection.close();
    end();
  };
  return {
    ended,
    ready: once(async () => {
      await run((done) => connection.connect(done));
      if (login === undefined) return;
      if (!connection.allowsAuth) throw Object.assign(new Error('no login'), { code: 'EAUTH' });
      await run((done) => connection.login({ credentials: { user: login.user, pass: login.password } }, done));
    }),
    async send({ from, to }, mime) {
      clearTimeout(quitting);
      await run((done) => connection.send({ from: from.address, to: [to], size: mime.length }, mime, done));
    },
    rest(milliseconds) {
      quitting = setTimeout(() => connection.quit(), milliseconds).unref();
    },
    close,
  };
}
