import { connect } from 'node:net';
import { refusing } from '../serve/refusals/refusals.fixture.ts';

/** Rows that answer everything, each by a code of its own. */
export const codes: readonly string[] = [
  '| malformed | 400 | malformed request | Unreadable |',
  '| unknown | 404 | unknown path; not found | No such thing |',
  '| wrong_method | 405 | method not allowed | |',
  '| who | 401 | no credential; invalid credential | |',
  '| broken | 500 | internal error | Something broke |',
  '| away | 503 | unavailable | Come back |',
  '| burnt | 409 | raised by burn Letter | |',
];

/** The document of refusals, with the roles of a body of its own. */
export const ownBody = refusing(codes, '`{ error: { code: code, status: status, text: message, trace: trace id } }`');
/** The document of refusals, with problem details as the body. */
export const problemDetails = refusing(codes);

/** Sends bytes to a service and gives the text of what comes back until the connection ends. */
export async function exchange(address: string, text: string, milliseconds = 2000): Promise<string> {
  return (await ended(address, text, milliseconds)).text;
}

/** The same, and whether it was the service that ended the connection; several texts are sent one after the other. */
export function ended(
  address: string,
  text: string | readonly string[],
  milliseconds = 2000,
): Promise<{ readonly text: string; readonly byService: boolean }> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(address).port), '127.0.0.1');
    let got = '';
    let byService = true;
    const end = setTimeout(() => {
      byService = false;
      socket.destroy();
    }, milliseconds);
    socket.on('data', (chunk) => {
      got += chunk.toString('utf8');
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(end);
      resolve({ text: got, byService });
    });
    const pieces = typeof text === 'string' ? [text] : [...text];
    const send = (): void => {
      const piece = pieces.shift();
      if (piece === undefined || socket.destroyed) return;
      socket.write(piece, 'latin1');
      setTimeout(send, 40);
    };
    send();
  });
}

/** The status and the JSON of an answer as text. */
export function parsed(text: string): { readonly status: number; readonly head: string; readonly json: unknown } {
  const [head, ...body] = text.split('\r\n\r\n');
  const content = body.join('\r\n\r\n');
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head ?? '')?.[1]),
    head: head ?? '',
    json: content === '' ? undefined : JSON.parse(content),
  };
}
