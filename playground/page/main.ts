import { createThemeButton } from '../../src/describe/docs/page/theme.ts';
import { createRemote } from '../workers/calls.ts';
import type { LanguageFunctions } from '../workers/protocol.ts';
import { prepareActions } from './actions.ts';
import { prepareDivider } from './divider.ts';
import { prepareDraft } from './draft.ts';
import { createEditor, type Editor } from './editor.ts';
import { createClockPane } from './panes/clock.ts';
import { createComparePane } from './panes/compare.ts';
import { createDocumentationPane } from './panes/documentation.ts';
import { createEventsPane } from './panes/events.ts';
import { createProblemsPane } from './panes/problems.ts';
import { createRecordsPane } from './panes/records.ts';
import { createRequestsPane } from './panes/requests.ts';
import { createPlayed } from './played.ts';
import { createService } from './service.ts';
import { createDraftPage, readStart } from './start.ts';
import { prepareStatus } from './status.ts';
import { createTabs, editorTab, type Tabs } from './tabs.ts';
import { createWorkspace } from './workspace.ts';

const find = (id: string): HTMLElement => document.getElementById(id)!;
const startWorker = () => createRemote<LanguageFunctions>(new Worker('language.js', { type: 'module' }));
// two threads: a question of the editor never waits for a page that is written
const [language, views] = [startWorker(), startWorker()];
const workspace = createWorkspace(language);
const service = createService(workspace);
const played = createPlayed(workspace);
const isNarrow = (): boolean => matchMedia('(max-width: 56rem)').matches;

const showEditor = (): Editor => {
  if (isNarrow()) tabs.select(editorTab);
  return editor;
};
const goToLine = (line: number): void => showEditor().goToLine(line);

const problems = createProblemsPane(showEditor, goToLine);
const panes = [
  problems,
  createDocumentationPane(workspace, views, played, goToLine),
  createRequestsPane({ workspace, language: views, service, played, goToLine }),
  createRecordsPane(service),
  createEventsPane(service, () => tabs),
  createClockPane(service),
  createComparePane(workspace, views, goToLine),
];
const tabs: Tabs = createTabs(find('tabs'), find('pane'), panes, isNarrow() ? editorTab : 'service');
const editor = createEditor(find('editor'), workspace, language);

workspace.onChecked((checked) => {
  problems.update(checked, tabs);
  document.title = checked.name === '' ? 'Nonet playground' : `${checked.name} · Nonet playground`;
});
prepareStatus(find('status'), workspace, service);
find('theme').replaceWith(createThemeButton());
prepareDivider(find('divider'));
prepareActions({ workspace, editor, language: views });
const start = await readStart();
prepareDraft(start.draft, workspace, createDraftPage(find('draft')));
workspace.open(start.text);
// without a network the page opens from the files of an earlier visit
navigator.serviceWorker?.register('offline.js').catch(() => undefined);
