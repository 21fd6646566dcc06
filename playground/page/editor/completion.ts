import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  startCompletion,
} from '@codemirror/autocomplete';
import type { EditorView } from '@codemirror/view';
import { create } from '../../../src/describe/docs/page/dom.ts';
import type { Remote } from '../../workers/calls.ts';
import type { LanguageFunctions, ShownCompletion } from '../../workers/protocol.ts';
import { renderMarkdown } from '../markdown.ts';

/** Completion in every cell, heading and line. */
export function completion(language: Remote<LanguageFunctions>) {
  const find = async (context: CompletionContext): Promise<CompletionResult | null> => {
    const { state, pos, explicit } = context;
    const line = state.doc.lineAt(pos);
    if (!explicit && !/^(?:\||#{2,3} )|[:`\w]$/.test(line.text.slice(0, pos - line.from))) return null;
    const { from, candidates } = await language.complete(state.doc.toString(), pos);
    if (context.aborted || candidates.length === 0) return null;
    if (!explicit && from === pos && !/[\s.`({,]$/.test(line.text.slice(0, pos - line.from))) return null;
    return { from, options: candidates.map(toCompletion), validFor: /^[\w-]*$/ };
  };
  return autocompletion({ override: [find], icons: false, activateOnTypingDelay: 80 });
}

function toCompletion({ label, detail, documentation, insert }: ShownCompletion, at: number): Completion {
  return {
    label,
    // in the order of the candidates
    boost: -Math.min(99, at),
    ...(detail === undefined ? {} : { detail }),
    ...(documentation === undefined || documentation === ''
      ? {}
      : { info: () => create('div', {}, ...renderMarkdown(documentation)) }),
    ...(insert === undefined ? {} : { apply: (view, _, from, to) => insertText(view, insert, from, to) }),
  };
}

function insertText(view: EditorView, insert: string, from: number, to: number): void {
  const cursor = insert.indexOf('$0');
  const text = insert.replace('$0', '');
  view.dispatch({
    changes: { from, to, insert: text },
    selection: { anchor: from + (cursor < 0 ? text.length : cursor) },
    scrollIntoView: true,
    userEvent: 'input.complete',
  });
  if (cursor >= 0) startCompletion(view);
}
