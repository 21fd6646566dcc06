import { create } from '../../../src/describe/docs/page/dom.ts';

/** Shows a line of the document, from 1, in the editor. */
export type GoToLine = (line: number) => void;

/** Creates the button that leads to a line of the document. */
export function createLineLink(line: number, goToLine: GoToLine): HTMLElement {
  const button = create('button', { type: 'button', class: 'line' }, `line ${line}`);
  button.addEventListener('click', () => goToLine(line));
  return button;
}
