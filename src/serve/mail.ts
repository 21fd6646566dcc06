import type { Attempt, CompletedDelivery, StoredDelivery } from '../contracts/deliveries.ts';
import type { OutgoingEmail, Platform, Sent } from '../contracts/platform.ts';
import { addJitter } from '../parts/events/serve/attempts.ts';
import type { EmailPlan, Plan } from '../plan/plan.ts';
import { memo, once } from '../text/memo.ts';
import { failDelivery, type MakeAttempt, postponeDelivery, recordAttempt } from './deliveries/attempt.ts';
import type { Sender, SenderOpening } from './deliveries/sender.ts';
import type { MailLink } from './mail/link.ts';
import { createEmailRoute, type EmailRoute } from './mail/routes.ts';
import { findSender, listSentEmails, parseMailServer } from './mail/settings.ts';

/** Loads the renderer of the emails of a plan. A service loads it with its first email; a test that waits for emails loads it before. */
export async function loadEmails(plan: Pick<Plan, 'mail'>): Promise<void> {
  if (listSentEmails(plan).length > 0) await import('./mail/render.ts');
}

/** Opens emails. Throws if no sender or no mail server is given. */
export function openMail(opening: SenderOpening): Sender {
  const { plan, platform, mail, signal } = opening;
  const from = findSender(plan, mail);
  if (from === undefined) throw new Error('the document states emails, and no sender is given');
  const link = createLink(opening);
  // Loaded when the first email is sent: the parser of Markdown takes time to load.
  const rendererOf = memo(async (email: EmailPlan) => (await import('./mail/render.ts')).createEmailRenderer(email));
  const routes = listSentEmails(plan).map((email) => createEmailRoute({ ...opening, from, rendererOf }, email));
  signal.addEventListener('abort', () => link.close(), { once: true });
  const report = createReporter(platform);
  return {
    routes,
    attempts: new Map(routes.map((route) => [route.name, createEmailAttempts(opening, route, link, report)])),
    close: async () => link.close(),
  };
}

/** Loads the client of mail servers only if emails are sent to one. */
function createLink({ platform, mail }: SenderOpening): MailLink {
  if (platform.sendEmail !== undefined) {
    const send = (email: OutgoingEmail): Promise<Sent> => platform.sendEmail!(email);
    return { send, close: () => undefined };
  }
  const server = parseMailServer(mail?.server ?? '');
  if (typeof server === 'string') throw new Error(server);
  let closed = false;
  let opened: MailLink | undefined;
  const open = once(async () => {
    const { openSmtp } = await import('./mail/smtp.ts');
    opened = openSmtp(server);
    if (closed) opened.close();
    return opened;
  });
  return {
    send: async (email) => (await open()).send(email),
    close() {
      closed = true;
      opened?.close();
    },
  };
}

type Report = (sent: Sent) => void;

/** Creates the function that logs a problem of all emails once, until an email is sent. */
function createReporter({ log }: Platform): Report {
  let told = false;
  return (sent) => {
    if (sent.sent) {
      if (told) log.info({}, 'the mail server takes emails again');
      told = false;
    } else if (sent.common === true && !told) {
      log.warn({ problem: sent.problem }, 'the mail server takes no emails: they wait');
      told = true;
    }
  };
}

/** Creates the function that sends the emails of a row. */
function createEmailAttempts(
  { findEvent, compiled, platform, signal }: SenderOpening,
  route: EmailRoute,
  link: MailLink,
  report: Report,
): MakeAttempt {
  return async (delivery) => {
    const at = platform.now();
    const found = await findEvent(delivery.event, at);
    if (found === undefined) return failDelivery(delivery, at, 'the event is no longer stored');
    let email: OutgoingEmail | { readonly problem: string };
    try {
      email = await route.email(delivery, 'event' in found ? found : compiled.events.decode(found), at);
    } catch (error) {
      platform.log.error(
        { event: delivery.event, route: route.name, error: String(error) },
        'failed to write an email',
      );
      return complete(platform, route, delivery, { at, sent: { sent: false, problem: 'failed to write the email' } });
    }
    if ('problem' in email) {
      platform.log.warn({ route: route.name, event: delivery.event, problem: email.problem }, 'an email has failed');
      return failDelivery(delivery, at, email.problem);
    }
    const sent = await link.send(email);
    if (!sent.sent && signal.aborted) return postponeDelivery(delivery, at);
    report(sent);
    return complete(platform, route, delivery, { at, sent });
  };
}

/** Schedules the next attempt, unless the failure is permanent or it was the last one. */
function complete(
  platform: Platform,
  route: EmailRoute,
  delivery: StoredDelivery,
  { at, sent }: { readonly at: number; readonly sent: Sent },
): CompletedDelivery {
  const now = platform.now();
  const attempt: Attempt = { at, milliseconds: now - at, ...(sent.sent ? {} : { problem: sent.problem }) };
  if (sent.sent) return recordAttempt(delivery, attempt, 'delivered', now);
  const wait = sent.lasting === true ? undefined : route.wait(delivery.tries);
  if (wait === undefined) {
    platform.log.warn({ route: route.name, event: delivery.event, ...attempt }, 'an email has failed');
    return recordAttempt(delivery, attempt, 'failed', now);
  }
  const [high = 0, low = 0] = platform.random(2);
  return recordAttempt(delivery, attempt, 'waiting', Math.ceil(now + addJitter(wait, (high * 256 + low) / 65_536)));
}
