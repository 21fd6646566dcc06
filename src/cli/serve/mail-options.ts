import { Option } from 'commander';
import { CommandError } from '../../operator/command-error.ts';
import type { Plan } from '../../plan/plan.ts';
import { isLoopback } from '../../serve/http/client-address.ts';
import { findMailError, type MailError, parseMailServer } from '../../serve/mail/settings.ts';
import type { Settings } from '../../serve/settings.ts';
import { parseMailbox } from '../../text/mailbox.ts';
import { present } from '../../text/present.ts';

/** Where emails go: to a mail server, or into a folder. */
type MailTarget = { readonly server: string } | { readonly folder: string };

/** The settings of emails from flags and variables. */
export interface MailOptions {
  readonly mail?: MailTarget;
  readonly mailFrom?: string;
}

/** Creates the flags of emails. */
export function createMailOptions(): readonly Option[] {
  return [
    new Option(
      '--mail <target>',
      'mail server for emails, smtp://user:password@host:587 or smtps://…; or a folder to write them to, for development',
    )
      .env('NONET_MAIL')
      .argParser(parseTarget),
    new Option('--mail-from <sender>', 'sender of emails in place of the line From: "Acme <no-reply@acme.example>"')
      .env('NONET_MAIL_FROM')
      .argParser(parseSender),
  ];
}

function parseTarget(text: string): MailTarget {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return { folder: text };
  const server = parseMailServer(text);
  if (typeof server !== 'string') return { server: text };
  throw new CommandError(`--mail: ${server}.`);
}

function parseSender(text: string): string {
  if (parseMailbox(text) !== undefined) return text;
  throw new CommandError(
    '--mail-from takes an email address with or without a name, such as "Acme <no-reply@acme.example>".',
  );
}

/** Where the service listens, and the base URL: whether it is one for development. */
type Listening = MailOptions & { readonly host: string; readonly socket?: string; readonly baseUrl?: string };

/** Returns where emails are written in place of a mail server: into a folder, or to the terminal of a service for this machine alone. */
export function findMailOutput(options: Listening): { readonly folder: string } | 'terminal' | undefined {
  const { mail, host, socket, baseUrl } = options;
  if (mail !== undefined) return 'folder' in mail ? mail : undefined;
  const isForDevelopment = socket === undefined && baseUrl === undefined && (host === 'localhost' || isLoopback(host));
  return isForDevelopment ? 'terminal' : undefined;
}

/** Returns the settings of the flags. */
export function readMailSettings({ mail, mailFrom }: MailOptions): Pick<Settings, 'mail'> {
  const server = mail !== undefined && 'server' in mail ? mail.server : undefined;
  return { mail: present({ server, from: mailFrom }) };
}

const hints: Readonly<Record<MailError['lacks'], string>> = {
  from: 'To state it, write "- From: Acme <no-reply@acme.example>" in the part Events, pass --mail-from, or set NONET_MAIL_FROM.',
  server: 'To set it, pass --mail smtp://user:password@mail.example.com:587, or set NONET_MAIL.',
};

/** Throws a `CommandError` if the emails of a plan have no sender or no mail server, with the flag that sets it. */
export function refuseWithoutMail(plan: Plan, file: string, options: Listening): void {
  const problem = findMailError(plan, readMailSettings(options).mail, findMailOutput(options) !== undefined);
  if (problem === undefined) return;
  throw new CommandError(`${file}:${problem.line}: ${problem.what}.`, hints[problem.lacks]);
}
