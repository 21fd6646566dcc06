import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OutgoingEmail, Platform } from '../../contracts/platform.ts';
import { writeMime } from '../../serve/mail/mime.ts';
import type { Terminal } from '../shared/terminal.ts';

type SendEmail = NonNullable<Platform['sendEmail']>;

/** Creates the function that writes each email as a file `.eml` into a folder, which it creates. */
export function createFolderMail(folder: string): SendEmail {
  return async (email) => {
    try {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, `${formatFileName(email)}.eml`), writeMime(email));
      return { sent: true };
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      return {
        sent: false,
        problem: `the email could not be written to the folder (${code ?? 'unknown'})`,
        common: true,
      };
    }
  };
}

/** An event sends one email of a name to an address: another attempt writes the same file. */
function formatFileName({ id, email }: OutgoingEmail): string {
  return `${id.slice(0, id.indexOf('@'))}.${email}`.replace(/[^\w.-]/g, '_');
}

/** Creates the function that prints each email to the terminal. */
export function createTerminalMail(terminal: Terminal): SendEmail {
  return async ({ email, to, subject, text }) => {
    const lines = text.trimEnd().split('\n');
    for (const line of [`email ${email} to ${to}: ${subject}`, ...lines.map((line) => `  | ${line}`)]) {
      terminal.out(line.replace(/\p{Cc}/gu, ' '));
    }
    return { sent: true };
  };
}
