import type { OutgoingEmail } from '../../contracts/platform.ts';
import type { Mailbox } from '../../text/mailbox.ts';

/**
 * Writes an email as it is sent (RFC 5322, RFC 2045): ASCII alone, lines of at most 998 characters that end in CRLF. Its parts are the
 * Markdown as plain text, and the HTML.
 */
export function writeMime({ id, from, to, subject, text, html, at }: OutgoingEmail): string {
  const head = [
    `From: ${writeMailbox(from)}`,
    `To: ${to}`,
    `Subject: ${encodeHeader(subject)}`,
    `Date: ${new Date(at).toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${id}>`,
    'Auto-Submitted: auto-generated',
    'MIME-Version: 1.0',
    `Content-Type: multipart/alternative; boundary="${boundary}"`,
  ];
  if (head.some((line) => /[^\x20-\x7E\r\n]|\r\n(?! )|\r(?!\n)|(?<!\r)\n/.test(line))) {
    throw new Error('a header of the email has a character that it must not have');
  }
  return [...head, '', ...writePart('text/plain', text), ...writePart('text/html', html), `--${boundary}--`, ''].join(
    '\r\n',
  );
}

/** No line of a part begins so after two hyphens. */
const boundary = '=_nonet';

/** Lines of printable ASCII, of a length that each server takes, none of which ends a part. */
const readable = new RegExp(`^(?:(?!--${boundary})[\\x20-\\x7E]{0,998}\\n)*$`);

/** Writes a part as people read it in a file, if its characters allow that, else in base64. */
function writePart(type: string, text: string): readonly string[] {
  const isReadable = readable.test(text);
  const encoded = isReadable
    ? text.split('\n').slice(0, -1)
    : Buffer.from(text)
        .toString('base64')
        .match(/.{1,76}/g);
  return [
    `--${boundary}`,
    `Content-Type: ${type}; charset=utf-8`,
    `Content-Transfer-Encoding: ${isReadable ? '7bit' : 'base64'}`,
    '',
    ...(encoded ?? []),
  ];
}

/** A name has no quotation marks and no backslashes. */
function writeMailbox({ name, address }: Mailbox): string {
  if (name === undefined) return address;
  const isAscii = /^[\x20-\x7E]*$/.test(name);
  return isAscii ? `"${name}" <${address}>` : `${encodeHeader(name)} <${address}>`;
}

/** The octets of one encoded word (RFC 2047): in base64 and with its frame at most 75 characters. */
const mostOctets = 45;

/** Returns a text as the value of a header: as it is if it is printable ASCII, else as encoded words. */
export function encodeHeader(text: string): string {
  if (/^[\x20-\x7E]*$/.test(text) && !text.includes('=?')) return text;
  const words: string[] = [];
  let word = '';
  for (const character of text) {
    if (Buffer.byteLength(word + character) > mostOctets) {
      words.push(word);
      word = '';
    }
    word += character;
  }
  return [...words, word].map((each) => `=?utf-8?B?${Buffer.from(each).toString('base64')}?=`).join('\r\n ');
}
