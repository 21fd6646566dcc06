/** The sender of emails: an address, and the name that people see. */
export interface Mailbox {
  readonly name?: string;
  readonly address: string;
}

const local = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;

/**
 * Returns whether a text is one address to which email is sent: a dot-atom, `@` and a host name (RFC 5321, section 4.1.2). Quoted
 * local parts, address literals, comments, groups and lists are not.
 */
export function isEmailAddress(text: string): boolean {
  const at = text.lastIndexOf('@');
  if (at < 1 || at > 64 || text.length > 254 || !local.test(text.slice(0, at))) return false;
  const labels = text.slice(at + 1).split('.');
  return labels.every((each) => label.test(each));
}

/** Parses `Acme <no-reply@acme.example>` or an address alone. Returns undefined for anything else. */
export function parseMailbox(text: string): Mailbox | undefined {
  const trimmed = text.trim();
  const [, before, inside] = /^([^<>]*)<([^<>]*)>$/.exec(trimmed) ?? [];
  const address = inside ?? trimmed;
  if (!isEmailAddress(address)) return undefined;
  const name = (before ?? '').trim().replace(/^"(.*)"$/, '$1');
  if (/[\p{Cc}"\\]/u.test(name) || name.length > 100) return undefined;
  return name === '' ? { address } : { name, address };
}
