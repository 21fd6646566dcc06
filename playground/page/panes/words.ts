import { create } from '../../../src/describe/docs/page/dom.ts';

/** Shows the names in backticks of a message as code. */
export function showCode(text: string): readonly (Node | string)[] {
  return text
    .split(/(`[^`]+`)/)
    .map((piece) => (/^`.+`$/.test(piece) ? create('code', {}, piece.slice(1, -1)) : piece));
}
