import type { Platform } from '../../contracts/platform.ts';
import type { EmailPlan, Plan } from '../../plan/plan.ts';
import { type Mailbox, parseMailbox } from '../../text/mailbox.ts';

/** The settings of emails, set by the operator, never by the document. */
export interface MailSettings {
  /** The mail server: `smtp://user:password@host:587`, or `smtps://host` for TLS from the start. */
  readonly server?: string;
  /** The sender, in place of the line From: `Acme <no-reply@acme.example>`. */
  readonly from?: string;
}

/** A mail server, and the credentials for it. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the start. */
  readonly secure: boolean;
  readonly login?: { readonly user: string; readonly password: string };
}

const example = 'smtp://user:password@mail.example.com:587';

/** Parses the address of a mail server. Returns an error message, without user and password, if it is wrong. */
export function parseMailServer(text: string): MailServer | string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^smtps?:$/.test(url.protocol) || url.hostname === '') {
    return `the address of the mail server has another form than ${example}`;
  }
  if (!/^\/?$/.test(url.pathname) || url.search !== '' || url.hash !== '') {
    return 'the address of the mail server has a path, query or fragment';
  }
  const secure = url.protocol === 'smtps:';
  const [user, password] = [decode(url.username), decode(url.password)];
  if (user === undefined || password === undefined || (user === '') !== (password === '')) {
    return 'the address of the mail server has a user without a password, or one of them is not percent-encoded';
  }
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    ...(user === '' ? {} : { login: { user, password } }),
  };
}

function decode(text: string): string | undefined {
  try {
    const decoded = decodeURIComponent(text);
    return /\p{Cc}/u.test(decoded) ? undefined : decoded;
  } catch {
    return undefined;
  }
}

/** The emails of a plan that are sent. */
export function listSentEmails({ mail }: Pick<Plan, 'mail'>): readonly EmailPlan[] {
  return (mail?.emails ?? []).filter(({ disabled }) => disabled !== true);
}

/** The sender of the emails of a plan: that of the settings, else that of the document. */
export function findSender({ mail }: Pick<Plan, 'mail'>, settings: MailSettings | undefined): Mailbox | undefined {
  return settings?.from === undefined ? mail?.from : parseMailbox(settings.from);
}

/** An error of the settings of emails. */
export interface MailError {
  readonly what: string;
  readonly lacks: 'from' | 'server';
  readonly line: number;
}

/** Returns the error of the mail settings for a plan, with the line of the first email; `taken`: the platform takes emails. */
export function findMailError(plan: Plan, settings: MailSettings | undefined, taken: boolean): MailError | undefined {
  const [first] = listSentEmails(plan);
  if (first === undefined) return undefined;
  const { name, line } = first;
  if (findSender(plan, settings) === undefined) {
    const what =
      settings?.from === undefined
        ? `the email ${name} has no sender`
        : 'the sender of the emails is not an email address with or without a name';
    return { what, lacks: 'from', line };
  }
  if (taken) return undefined;
  if (settings?.server === undefined)
    return { what: `the email ${name} needs the address of a mail server`, lacks: 'server', line };
  const server = parseMailServer(settings.server);
  return typeof server === 'string' ? { what: server, lacks: 'server', line } : undefined;
}

/** Throws if the emails of a plan have no sender, or no mail server where the platform takes none. */
export function needMail(plan: Plan, settings: MailSettings | undefined, platform: Pick<Platform, 'sendEmail'>): void {
  const problem = findMailError(plan, settings, platform.sendEmail !== undefined);
  if (problem !== undefined) throw new Error(`${plan.document}:${problem.line}: ${problem.what}`);
}
