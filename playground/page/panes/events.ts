import type { EventShown } from '../../../src/contracts/browser-service.ts';
import { create } from '../../../src/describe/docs/page/dom.ts';
import type { Service } from '../service.ts';
import type { Pane, Tabs } from '../tabs.ts';
import { shortenTime } from './times.ts';

/** Creates the pane that lists the events of the service, newest first, and the messages that it would have sent. */
export function createEventsPane(service: Service, tabs: () => Tabs): Pane {
  const events = create('div');
  const sent = create('div');
  const element = create(
    'section',
    {},
    create('h2', {}, 'Events'),
    events,
    create('h2', {}, 'Sent'),
    create('p', { class: 'lead' }, 'Webhooks and messages that the service would send. Nothing leaves this page.'),
    sent,
  );
  const show = async (): Promise<void> => {
    const all = service.events;
    tabs().mark('events', all.length === 0 ? '' : String(all.length));
    if (element.hidden) return;
    events.replaceChildren(
      all.length === 0
        ? create('p', { class: 'note' }, 'No event has happened.')
        : create('ol', { class: 'list' }, ...all.slice(-200).toReversed().map(describeEvent)),
    );
    const messages = service.opened === undefined ? [] : await (await service.call()).sent();
    sent.replaceChildren(
      messages.length === 0
        ? create('p', { class: 'note' }, 'Nothing was sent.')
        : create(
            'ol',
            { class: 'list' },
            ...messages
              .slice(-50)
              .toReversed()
              .map(({ to, headers, body }) => {
                const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
                return describeFolded([create('b', {}, to)], `${lines.join('\n')}\n\n${body}`);
              }),
          ),
    );
  };
  service.onChange(() => void show());
  return { id: 'events', title: 'Events', element, show: () => void show() };
}

/** Describes an event: its type and moment, and its payload below. */
export function describeEvent({ type, at, payload }: EventShown): HTMLElement {
  const head = [create('b', {}, type), ' ', create('small', {}, shortenTime(at))];
  return describeFolded(head, JSON.stringify(payload, null, 2) ?? 'no payload');
}

function describeFolded(head: readonly (Node | string)[], text: string): HTMLElement {
  return create(
    'li',
    {},
    create('details', {}, create('summary', {}, ...head), create('pre', { tabindex: '0' }, text)),
  );
}
