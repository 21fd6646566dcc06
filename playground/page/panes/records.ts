import { create } from '../../../src/describe/docs/page/dom.ts';
import type { Service } from '../service.ts';
import type { Pane } from '../tabs.ts';

/** Creates the pane that shows the stored records of a resource. */
export function createRecordsPane(service: Service): Pane {
  const select = create('select', { class: 'tool' });
  const reset = create('button', { type: 'button', class: 'tool' }, 'Delete all records');
  const table = create('div', { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': 'Stored records' });
  const bar = create('div', { class: 'bar' }, create('label', {}, 'Resource ', select), reset);
  const element = create('section', {}, create('h2', {}, 'Records'), bar, table);
  const show = async (): Promise<void> => {
    const resources = service.opened?.facts.resources ?? [];
    if (resources.join() !== [...select.options].map(({ value }) => value).join()) {
      const chosen = select.value;
      select.replaceChildren(...resources.map((name) => create('option', {}, name)));
      if (resources.includes(chosen)) select.value = chosen;
    }
    if (!element.hidden) table.replaceChildren(await describeRecords(service, select.value));
  };
  select.addEventListener('change', () => void show());
  reset.addEventListener('click', () => void service.reset());
  service.onChange(() => void show());
  return { id: 'records', title: 'Records', element, show: () => void show() };
}

async function describeRecords(service: Service, resource: string): Promise<Node> {
  if (resource === '') return create('p', { class: 'note' }, 'The service has no resource yet.');
  try {
    const { columns, rows } = await (await service.call()).records(resource);
    if (rows.length === 0) {
      return create('p', { class: 'note' }, `No ${resource} is stored. Create one in the tab Service.`);
    }
    const head = create('tr', {}, ...columns.map((column) => create('th', { scope: 'col' }, column)));
    const body = rows.map((row) => create('tr', {}, ...row.map((cell) => create('td', { title: cell }, cell))));
    return create('table', {}, create('thead', {}, head), create('tbody', {}, ...body));
  } catch (error) {
    return create('p', { class: 'note' }, error instanceof Error ? error.message : String(error));
  }
}
