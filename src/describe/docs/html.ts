/** Text of HTML: what came from outside is escaped in it. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** A value in a template of HTML: strings are escaped, lists joined, and other values produce nothing. */
export type Content = Html | string | number | undefined | false | readonly Content[];

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&#34;' };

/** Returns a text as HTML that shows it, in an element or between the double quotes of an attribute. */
export function escapeText(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => signs[sign]!);
}

/** Writes HTML: the values of the template are escaped, unless they are HTML themselves. */
export function html(strings: TemplateStringsArray, ...values: readonly Content[]): Html {
  const escapes = findEscapes(strings);
  let text = strings[0]!;
  for (const [at, value] of values.entries()) text += write(value, escapes[at]!) + strings[at + 1]!;
  return new Html(text);
}

type Escape = (text: string) => string;

/** How the values of each template are escaped: as its pieces say, which are the same each time. */
const known = new WeakMap<TemplateStringsArray, readonly Escape[]>();

/** A value between elements keeps its quotation marks. Where a template does not begin with an element, it may be part of a tag. */
function findEscapes(strings: TemplateStringsArray): readonly Escape[] {
  const found = known.get(strings);
  if (found !== undefined) return found;
  let place: 'unknown' | 'tag' | 'quoted' | 'text' = 'unknown';
  const escapes = strings.map((piece): Escape => {
    for (const sign of piece) {
      if (place === 'quoted') place = sign === '"' ? 'tag' : place;
      else if (place === 'tag') place = sign === '"' ? 'quoted' : sign === '>' ? 'text' : place;
      else if (sign === '<') place = 'tag';
    }
    return place === 'text' ? escapeContent : escapeText;
  });
  known.set(strings, escapes);
  return escapes;
}

function escapeContent(text: string): string {
  return text.replace(/[&<>]/g, (sign) => signs[sign]!);
}

function write(content: Content, escapeValue: Escape): string {
  if (content instanceof Html) return content.text;
  if (typeof content === 'string') return escapeValue(content);
  if (typeof content === 'number') return String(content);
  return content === undefined || content === false ? '' : content.map((each) => write(each, escapeValue)).join('');
}

/** Joins contents by a separator. */
export function joinHtml(contents: readonly Content[], separator: Content): Html {
  return html`${contents.map((content, at) => (at === 0 ? content : [separator, content]))}`;
}

/** Returns whether a content writes nothing. */
export function isEmpty(content: Content): boolean {
  return write(content, escapeText) === '';
}
