import { create } from '../../../src/describe/docs/page/dom.ts';
import type { Checked, ShownDiagnostic, ShownGap } from '../../workers/protocol.ts';
import type { Editor } from '../editor.ts';
import type { Tabs } from '../tabs.ts';
import { createLineLink, type GoToLine } from './lines.ts';
import { showCode } from './words.ts';

/** The pane of problems and gaps. */
export interface ProblemsPane {
  readonly id: 'problems';
  readonly title: string;
  readonly element: HTMLElement;
  update(checked: Checked, tabs: Tabs): void;
}

/** Creates the pane that lists the diagnostics of the document with their fixes, and its gaps by part. */
export function createProblemsPane(editor: () => Editor, goToLine: GoToLine): ProblemsPane {
  const problems = create('div');
  const gaps = create('div');
  const element = create(
    'section',
    { class: 'problems' },
    create('h2', {}, 'Problems'),
    problems,
    create('h2', {}, 'Gaps'),
    create('p', { class: 'lead' }, 'Aspects that the document leaves out. Nonet reports them, and never fills them.'),
    gaps,
  );
  const showProblem = (diagnostic: ShownDiagnostic): HTMLElement => {
    const { severity, line, code, message, note, help, fix } = diagnostic;
    const head = create(
      'p',
      { class: 'what' },
      create('b', { class: severity }, severity === 'error' ? 'Error' : 'Warning'),
      ' ',
      ...showCode(message),
      ' ',
      createLineLink(line, goToLine),
    );
    const lines = [create('p', {}, ...showCode(note)), create('p', {}, create('code', { class: 'code' }, code))];
    if (help !== undefined && fix === undefined) lines.splice(1, 0, create('p', {}, 'Help: ', ...showCode(help)));
    if (fix !== undefined) {
      const button = create('button', { type: 'button', class: 'fix' }, fix.title);
      button.addEventListener('click', () => editor().applyFix(fix));
      lines.splice(1, 0, create('p', {}, button));
    }
    return create('li', {}, head, ...lines);
  };
  return {
    id: 'problems',
    title: 'Problems',
    element,
    update({ diagnostics, gaps: found }, tabs) {
      const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
      tabs.mark('problems', diagnostics.length === 0 ? '' : String(diagnostics.length), errors > 0 ? 'bad' : 'warn');
      problems.replaceChildren(
        diagnostics.length === 0
          ? create('p', { class: 'fine' }, 'No problems. The document can be served as it is.')
          : create('ul', { class: 'list' }, ...diagnostics.slice(0, 200).map(showProblem)),
      );
      gaps.replaceChildren(
        ...(found.length === 0
          ? [create('p', { class: 'fine' }, 'No gaps. The document states every aspect.')]
          : [...Map.groupBy(found, ({ part }) => part)].map(([part, own]) => showGaps(part, own, goToLine))),
      );
    },
  };
}

function showGaps(part: string, gaps: readonly ShownGap[], goToLine: GoToLine): HTMLElement {
  const items = gaps.map(({ name, status, line }) =>
    create(
      'li',
      {},
      `${name} `,
      create('small', {}, status),
      ' ',
      ...(line === null ? [] : [createLineLink(line, goToLine)]),
    ),
  );
  return create('div', { class: 'part' }, create('h3', {}, part), create('ul', {}, ...items));
}
