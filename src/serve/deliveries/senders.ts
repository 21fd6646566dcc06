import type { DeliveryPlan } from '../../plan/plan.ts';
import { listSentEmails } from '../mail/settings.ts';
import { openMail } from '../mail.ts';
import { openNats } from '../nats.ts';
import { openWebhooks } from '../webhooks.ts';
import type { OpenSender, Sender, SenderOpening } from './sender.ts';

type Target = NonNullable<DeliveryPlan['to']>;

/** The sender for each kind of To. Clients read the events of an endpoint, so it has none. */
const senders: Readonly<Record<Exclude<Target['kind'], 'endpoint'>, OpenSender>> = {
  each: openWebhooks,
  setting: openWebhooks,
  subject: openNats,
};

/** Opens the senders that the deliveries and emails of a plan need; none if it sends no events. */
export function openSenders(opening: SenderOpening): readonly Sender[] {
  const needed = new Set(
    opening.plan.deliveries.flatMap(({ disabled, to }) =>
      disabled === true || to === undefined || to.kind === 'endpoint' ? [] : [senders[to.kind]],
    ),
  );
  const all = [...new Set(Object.values(senders))].filter((open) => needed.has(open));
  return [...all, ...(listSentEmails(opening.plan).length > 0 ? [openMail] : [])].map((open) => open(opening));
}
