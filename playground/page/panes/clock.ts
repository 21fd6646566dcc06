import { create } from '../../../src/describe/docs/page/dom.ts';
import type { Service } from '../service.ts';
import type { Pane } from '../tabs.ts';
import { describeEvent } from './events.ts';
import { formatTime } from './times.ts';

const units = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 } as const;
const steps = [
  ['1 minute', units.minutes],
  ['1 hour', units.hours],
  ['1 day', units.days],
  ['30 days', 30 * units.days],
] as const;

function list(title: string, items: readonly HTMLElement[]): readonly HTMLElement[] {
  return items.length === 0 ? [] : [create('h3', {}, title), create('ol', { class: 'list' }, ...items)];
}

/** Creates the pane of the clock, which moves only by hand. */
export function createClockPane(service: Service): Pane {
  const time = create('output', { class: 'time', 'aria-label': 'Time of the service' });
  const log = create('div', { role: 'status', class: 'log' });
  const turn = async (milliseconds: number, words: string): Promise<void> => {
    log.replaceChildren(create('p', { class: 'note' }, 'The clock is being moved …'));
    try {
      const { events, changes } = await service.advance(milliseconds);
      const isCalm = events.length + changes.length === 0;
      log.replaceChildren(
        create('p', {}, `The clock was moved by ${words}. ${isCalm ? 'Nothing happened in this time.' : ''}`),
        ...list(
          'Records that changed',
          changes.map((text) => create('li', {}, text)),
        ),
        ...list('Events that happened', events.map(describeEvent)),
      );
    } catch (error) {
      log.replaceChildren(create('p', { class: 'note' }, error instanceof Error ? error.message : String(error)));
    }
  };
  const buttons = steps.map(([name, milliseconds]) => {
    const button = create(
      'button',
      { type: 'button', class: 'tool', 'aria-label': `Move the clock by ${name}` },
      `+ ${name}`,
    );
    button.addEventListener('click', () => void turn(milliseconds, name));
    return button;
  });
  const number = create('input', { type: 'number', min: '1', max: '100000', value: '7', 'aria-label': 'Number' });
  const unit = create(
    'select',
    { 'aria-label': 'Unit' },
    ...Object.keys(units).map((name) => create('option', {}, name)),
  );
  unit.value = 'days';
  const custom = create('form', { class: 'bar' }, number, unit, create('button', { class: 'tool' }, 'Move'));
  custom.addEventListener('submit', (event) => {
    event.preventDefault();
    const name = unit.value as keyof typeof units;
    void turn(number.valueAsNumber * units[name], `${number.value} ${name}`);
  });
  const element = create(
    'section',
    {},
    create('h2', {}, 'Clock'),
    create(
      'p',
      { class: 'lead' },
      'The clock of the service stops between your moves. When you move it, timers fire, and limits, keys and holds expire.',
    ),
    create('p', {}, time),
    create('div', { class: 'bar' }, ...buttons),
    custom,
    log,
  );
  const show = (): void => {
    time.textContent = formatTime(service.now);
  };
  service.onChange(show);
  show();
  return { id: 'clock', title: 'Clock', element, show };
}
