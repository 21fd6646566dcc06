import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** A document to begin with. */
export interface Example {
  readonly title: string;
  readonly about: string;
  readonly text: string;
}

/** Lists the documents to begin with: the one of the README, one with a timer, and those of `examples/`. */
export function listExamples(): readonly Example[] {
  const [, tasks] = /<!-- document: tasks\.md -->\n```md\n([\s\S]*?)```\n/.exec(read('README.md')) ?? [];
  if (tasks === undefined) throw new Error('README.md has no document tasks.md');
  return [
    { title: 'Tasks', about: 'One resource, two states and three endpoints: the document of the README.', text: tasks },
    {
      title: 'Reminders',
      about: 'A timer and an event: create a reminder, and move the clock by a day.',
      text: read('playground/examples/reminders.md'),
    },
    {
      title: 'Invoices',
      about: 'All nine parts: states with guards, keys and scopes, events by webhook, limits and versions.',
      text: read('examples/invoices/invoices.md'),
    },
    {
      title: 'Seat holds',
      about: 'Timers: a hold that nobody confirms ends by itself.',
      text: read('examples/seat-holds/seat-holds.md'),
    },
    {
      title: 'Bookings',
      about: 'Rules of operations: no two bookings of a room at once, holds, a deadline for cancellations.',
      text: read('examples/bookings/bookings.md'),
    },
    {
      title: 'Help desk',
      about:
        'Questions about other records: roles, invitations, attachments, service levels, at most 20 tickets an agent.',
      text: read('examples/help-desk/help-desk.md'),
    },
    {
      title: 'Shop',
      about: 'Effects on other records: stock that orders take, accounts with a log in, returns and refunds.',
      text: read('examples/shop/shop.md'),
    },
    {
      title: 'Subscriptions',
      about: 'Timers with effects: trials that end, an invoice for each period, failed payments, reports by month.',
      text: read('examples/subscriptions/subscriptions.md'),
    },
    {
      title: 'Service broker',
      about:
        'The Open Service Broker API: operations that take time, PUT with 201, 200, 202 and 409, versions in a header.',
      text: read('examples/service-broker/service-broker.md'),
    },
    {
      title: 'Photos',
      about:
        'Accounts, uploads, albums that a link shows, guests by invitation, and a password that is asked for again.',
      text: read('examples/photos/photos.md'),
    },
    {
      title: 'Conduit',
      about: 'The API of RealWorld: articles, comments, followers, and log in.',
      text: read('examples/conduit/conduit.md'),
    },
  ];
}
