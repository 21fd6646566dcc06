import { JetStreamApiError, jetstream } from '@nats-io/jetstream';
import {
  type ConnectionOptions,
  connect,
  credsAuthenticator,
  errors,
  headers,
  nkeyAuthenticator,
} from '@nats-io/transport-node';
import type { NatsLink, NatsSettings, Published } from './link.ts';
import { readSignIn } from './settings.ts';

/** The timeout of connecting, in milliseconds. */
const patience = 5_000;
/** The ping interval in milliseconds: without a response to two pings the connection is closed. */
const pulse = 10_000;
/** JetStream's error for a message that exceeds the maximum size of the stream. */
const tooLargeForStream = 10_054;

/** Connects to one of the servers. The connection never reconnects: open another one when it ends. */
export async function connectNats({ servers, credentials }: NatsSettings): Promise<NatsLink> {
  const connection = await connect({
    servers: [...servers],
    name: 'nonet',
    reconnect: false,
    timeout: patience,
    pingInterval: pulse,
    noAsyncTraces: true,
    ...(servers.some((server) => server.startsWith('tls://')) ? { tls: {} } : {}),
    ...(credentials === undefined ? {} : createSignInOptions(await credentials())),
  });
  const stream = jetstream(connection);
  return {
    ended: connection.closed().then((reason) => (reason instanceof Error ? reason.message : 'it was closed')),
    close: () => connection.close(),
    async publish({ subject, id, headers: given, body }, milliseconds) {
      const sent = headers();
      for (const [name, value] of Object.entries(given)) sent.set(name, value);
      try {
        const ack = await stream.publish(subject, body, { msgID: id, headers: sent, timeout: milliseconds });
        if (typeof ack.stream === 'string' && ack.stream !== '') return { kept: true };
        return { kept: false, problem: `the subscriber of the subject ${subject} is not a stream` };
      } catch (error) {
        return toPublishProblem(error, subject, milliseconds);
      }
    },
  };
}

function createSignInOptions(text: string): ConnectionOptions {
  const how = readSignIn(text);
  if (how === undefined)
    throw new Error('what is given to sign in with is no .creds file, seed, user:password or token');
  const bytes = (string: string): Uint8Array => new TextEncoder().encode(string);
  if (how.kind === 'credentials') return { authenticator: credsAuthenticator(bytes(how.text)) };
  if (how.kind === 'seed') return { authenticator: nkeyAuthenticator(bytes(how.seed)) };
  return how.kind === 'token' ? { token: how.token } : { user: how.user, pass: how.password };
}

function toPublishProblem(error: unknown, subject: string, milliseconds: number): Published {
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof errors.RequestError && cause.isNoResponders()) {
    return { kept: false, problem: `no stream of the NATS server has the subject ${subject}`, common: true };
  }
  if (error instanceof JetStreamApiError) {
    if (error.code === tooLargeForStream) return createTooLargeProblem('stream');
    return { kept: false, problem: `the stream rejected it: ${error.message}`, common: true };
  }
  if (error instanceof errors.InvalidArgumentError) return createTooLargeProblem('server');
  if (error instanceof errors.TimeoutError) {
    const problem = `no stream has acknowledged it within ${milliseconds / 1_000} seconds`;
    return { kept: false, problem, common: true };
  }
  if (cause instanceof errors.PermissionViolationError) {
    return { kept: false, problem: `the NATS server does not permit publishing to ${subject}`, common: true };
  }
  return { kept: false, problem: `the connection to the NATS server ended: ${getErrorMessage(error)}` };
}

function createTooLargeProblem(who: 'stream' | 'server'): Published {
  return { kept: false, problem: `it exceeds the maximum size of the ${who}`, lasting: true };
}

function getErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
