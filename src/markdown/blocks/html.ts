/** An HTML block that a line begins: what ends it, and whether it is a comment. */
export interface HtmlStart {
  /** A line that holds one of these ends it; without them an empty line does. */
  readonly ends?: readonly string[];
  readonly comment: boolean;
  /** May it begin directly below a paragraph? */
  readonly interrupts: boolean;
}

const raw: HtmlStart = {
  ends: ['</script>', '</pre>', '</style>', '</textarea>'],
  comment: false,
  interrupts: true,
};
const comment: HtmlStart = { ends: ['-->'], comment: true, interrupts: true };
const instruction: HtmlStart = { ends: ['?>'], comment: false, interrupts: true };
const declaration: HtmlStart = { ends: ['>'], comment: false, interrupts: true };
const characterData: HtmlStart = { ends: [']]>'], comment: false, interrupts: true };
const block: HtmlStart = { comment: false, interrupts: true };
const complete: HtmlStart = { comment: false, interrupts: false };

const blockNames =
  'address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl dt ' +
  'fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li link ' +
  'main menu menuitem nav noframes ol optgroup option p param search section summary table tbody td tfoot th thead ' +
  'title tr track ul';
const blockName = new RegExp(`^</?(?:${blockNames.replaceAll(' ', '|')})(?:[ \\t]|/?>|$)`, 'i');
const attribute = `[ \\t]+[A-Za-z_:][A-Za-z0-9_.:-]*(?:[ \\t]*=[ \\t]*(?:[^ \\t"'=<>\`]+|'[^']*'|"[^"]*"))?`;
const openTag = new RegExp(`^<[A-Za-z][A-Za-z0-9-]*(?:${attribute})*[ \\t]*/?>[ \\t\\r]*$`);
const closingTag = /^<\/[A-Za-z][A-Za-z0-9-]*[ \t]*>[ \t\r]*$/;

/** Returns the HTML block (CommonMark 4.6) that a line begins; `line` is its text from the first character other than spaces. */
export function matchHtmlStart(line: string): HtmlStart | undefined {
  if (!line.startsWith('<')) return undefined;
  if (/^<(?:script|pre|style|textarea)(?:[ \t>]|$)/i.test(line)) return raw;
  if (line.startsWith('<!--')) return comment;
  if (line.startsWith('<?')) return instruction;
  if (line.startsWith('<![CDATA[')) return characterData;
  if (/^<![A-Za-z]/.test(line)) return declaration;
  if (blockName.test(line)) return block;
  if (openTag.test(line) || closingTag.test(line)) return complete;
  return undefined;
}

/** Returns the offset in a line (from `from`) after the closing words of an HTML block, or -1. */
export function findHtmlEnd(line: string, start: HtmlStart, from: number): number {
  const lower = line.toLowerCase();
  let best = -1;
  for (const end of start.ends ?? []) {
    const at = lower.indexOf(end, from);
    if (at !== -1 && (best === -1 || at + end.length < best)) best = at + end.length;
  }
  return best;
}
