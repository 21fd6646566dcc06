import { createThemeButton } from '../../src/describe/docs/page/theme.ts';
import { createRemote } from '../workers/calls.ts';
import type { LanguageFunctions } from '../workers/protocol.ts';
import { prepareActions } from './actions.ts';
import { prepareDivider } from './divider.ts';
import { createEditor, type Editor } from './editor.ts';
import { createProblemsPane } from './panes/problems.ts';
import { readStart } from './start.ts';
import { createTabs, editorTab } from './tabs.ts';
import { createWorkspace } from './workspace.ts';

const find = (id: string): HTMLElement => document.getElementById(id)!;
const startWorker = () => createRemote<LanguageFunctions>(new Worker('language.js', { type: 'module' }));
// two threads: a question of the editor never waits for a page that is written
const language = startWorker();
const workspace = createWorkspace(language);

const goToLine = (line: number): void => {
  if (isNarrow()) tabs.select(editorTab);
  editor.goToLine(line);
};
const isNarrow = (): boolean => matchMedia('(max-width: 56rem)').matches;

const problems = createProblemsPane((): Editor => {
  if (isNarrow()) tabs.select(editorTab);
  return editor;
}, goToLine);
const tabs = createTabs(find('tabs'), find('pane'), [problems], isNarrow() ? editorTab : 'problems');
const editor = createEditor(find('editor'), workspace, language);

workspace.onChecked((checked) => {
  problems.update(checked, tabs);
  document.title = checked.name === '' ? 'Nonet playground' : `${checked.name} · Nonet playground`;
  const errors = checked.diagnostics.filter(({ severity }) => severity === 'error').length;
  find('status').textContent = errors === 0 ? 'No errors' : `${errors} ${errors === 1 ? 'error' : 'errors'}`;
});
find('theme').replaceWith(createThemeButton());
prepareDivider(find('divider'));
prepareActions({ workspace, editor, language });
workspace.open(await readStart());
