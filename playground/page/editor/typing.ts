import { EditorView } from '@codemirror/view';

/**
 * Replaces a selection by the text that is typed over it. The browser would do so with a style of its own, which the policy of the
 * page does not let through.
 */
export const typing = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { from, to, empty } = view.state.selection.main;
    const { data } = event;
    if (event.inputType !== 'insertText' || data === null || empty || view.composing) return false;
    event.preventDefault();
    const insert = () =>
      view.state.update(view.state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true });
    const isHandled = view.state
      .facet(EditorView.inputHandler)
      .some((handler) => handler(view, from, to, data, insert));
    if (!isHandled) view.dispatch(insert());
    return true;
  },
});
