import type { OutgoingEmail, Sent } from '../../contracts/platform.ts';

/** An open way for emails: a mail server, or the platform in its place. */
export interface MailLink {
  /** Sends an email. Never rejects. */
  send(email: OutgoingEmail): Promise<Sent>;
  /** Ends what is being sent. */
  close(): void;
}
