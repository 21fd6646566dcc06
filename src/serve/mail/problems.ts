import type { Sent } from '../../contracts/platform.ts';
import type { MailServer } from './settings.ts';

/** An error of a connection to a mail server: `code` of the client, and the response of the server where there was one. */
export interface SmtpError {
  readonly message: string;
  readonly code?: string;
  readonly command?: string;
  readonly responseCode?: number;
  readonly response?: string | false;
}

const longestReply = 200;

/** 552: the message exceeds the size that the server takes. */
const tooLarge = 552;

/**
 * Returns what became of an email. A 5xx response to the recipient or to the content is permanent; a 4xx response is not. Earlier
 * responses, to the login or to the sender, are the same for all emails. No problem contains the user or the password.
 */
export function describeSmtpError(error: SmtpError, server: MailServer): Sent {
  const { code = '', responseCode, command = '' } = error;
  const reply = readReply(error, server);
  if (code === 'EAUTH') {
    const problem =
      responseCode === undefined ? 'the mail server takes no login' : 'the mail server rejected the login';
    return {
      sent: false,
      problem: `${problem}${responseCode === undefined ? '' : ` (${responseCode})`}`,
      common: true,
    };
  }
  if (code === 'EMESSAGE' && responseCode === undefined) {
    return { sent: false, problem: 'the email is larger than the mail server takes', lasting: true };
  }
  if ((code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode !== undefined) {
    const problem = `the mail server rejected it: ${reply}`;
    if (command === 'MAIL FROM' && responseCode !== tooLarge) return { sent: false, problem, common: true };
    return responseCode >= 500 ? { sent: false, problem, lasting: true } : { sent: false, problem };
  }
  if (responseCode !== undefined && code !== 'ETLS')
    return { sent: false, problem: `the mail server answered ${reply}`, common: true };
  return { sent: false, problem: explainConnection(code), common: true };
}

function explainConnection(code: string): string {
  switch (code) {
    case 'EDNS':
      return 'the name of the mail server has no address';
    case 'ETIMEDOUT':
      return 'the mail server did not answer in time';
    case 'ETLS':
      return 'no TLS connection to the mail server, or its certificate is not valid';
    case 'EPROTOCOL':
      return 'the mail server does not speak SMTP';
    default:
      return 'no connection to the mail server';
  }
}

/** The response of the server in one line, without control characters and without the credentials. */
function readReply({ response, responseCode }: SmtpError, { login }: MailServer): string {
  const said = typeof response === 'string' ? response : '';
  const text = said
    .replace(/[\s\p{Cc}\u202A-\u202E\u2066-\u2069]+/gu, ' ')
    .trim()
    .slice(0, longestReply);
  const secrets = login === undefined ? [] : [login.user, login.password, `\0${login.user}\0${login.password}`];
  const shows = secrets.some((secret) => said.includes(secret) || said.includes(btoaUtf8(secret)));
  return shows || text === '' ? String(responseCode) : text;
}

function btoaUtf8(text: string): string {
  return Buffer.from(text).toString('base64').replace(/=+$/, '');
}
