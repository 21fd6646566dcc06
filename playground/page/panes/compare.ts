import { create } from '../../../src/describe/docs/page/dom.ts';
import type { Remote } from '../../workers/calls.ts';
import type { Comparison, LanguageFunctions, ShownChange } from '../../workers/protocol.ts';
import type { Pane } from '../tabs.ts';
import type { Workspace } from '../workspace.ts';
import { createLineLink, type GoToLine } from './lines.ts';
import { showCode } from './words.ts';

/** Creates the pane that compares the document with the one that was opened, or with the one before the present edits. */
export function createComparePane(workspace: Workspace, language: Remote<LanguageFunctions>, goToLine: GoToLine): Pane {
  const select = create(
    'select',
    { class: 'tool' },
    create('option', { value: 'opened' }, 'the document as opened'),
    create('option', { value: 'before' }, 'the document before the last edits'),
  );
  const out = create('div', { role: 'status' });
  const element = create(
    'section',
    { class: 'compare' },
    create('h2', {}, 'Compare'),
    create('div', { class: 'bar' }, create('label', {}, 'With ', select)),
    out,
  );
  const show = async (): Promise<void> => {
    if (element.hidden) return;
    const { text, opened, before } = workspace;
    const old = select.value === 'before' ? (before ?? opened) : opened;
    const result = await language.compare(old, text);
    if (text === workspace.text) out.replaceChildren(...describeComparison(result, goToLine));
  };
  select.addEventListener('change', () => void show());
  workspace.onChecked(() => void show());
  return { id: 'compare', title: 'Compare', element, show: () => void show() };
}

function describeComparison(result: Comparison, goToLine: GoToLine): readonly Node[] {
  if ('reason' in result) return [create('p', { class: 'note' }, result.reason)];
  const { summary, sections, missing, migration } = result;
  const list = (title: string, items: readonly string[], show: typeof showCode): readonly Node[] =>
    items.length === 0
      ? []
      : [create('h3', {}, title), create('ul', {}, ...items.map((item) => create('li', {}, ...show(item))))];
  return [
    create('p', { class: 'summary' }, `Changes: ${summary}.`),
    ...sections.flatMap(({ title, changes }) => [
      create('h3', {}, title),
      create('ul', { class: 'list' }, ...changes.map((change) => describeChange(change, goToLine))),
    ]),
    ...list('Rows of Changes that are missing', missing, (row) => [create('code', {}, row)]),
    ...list('Migration of the records', migration, showCode),
  ];
}

function describeChange({ class: name, where, what, clients, line }: ShownChange, goToLine: GoToLine): HTMLElement {
  const link = line === undefined ? [] : [' ', createLineLink(line, goToLine)];
  return create(
    'li',
    {},
    create(
      'p',
      { class: 'what' },
      create('b', { class: `class ${name}` }, name),
      ' ',
      create('code', {}, where),
      ...link,
    ),
    create('p', {}, ...showCode(what)),
    ...clients.map((client) => create('p', { class: 'note' }, ...showCode(client))),
  );
}
