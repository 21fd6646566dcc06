const pattern =
  /(?<str>"(?:[^"\\\n]|\\.)*")(?<key>\??:)?|(?<quoted>'(?:[^'\\\n]|\\.)*'|`[^`]*`)|(?<note>(?<=^|\s)\/\/[^\n]*|\/\*[\s\S]*?\*\/)|(?<![\w-])(?<num>-?\d+(?:\.\d+)?)(?![\w-])|\b(?<word>const|await|import|export|from|function|return|if|null|true|false|None|True|False|curl|string|integer|number|boolean)\b/g;

/** Colors the words of a code text by ranges: no element is added. Browsers without highlights show it plain. */
export function paint(code: Element | null): void {
  const text = code?.firstChild;
  if (!(text instanceof Text) || !('highlights' in CSS)) return;
  for (const { index, groups = {} } of text.data.matchAll(pattern)) {
    const name = groups.key === undefined ? Object.keys(groups).find((each) => groups[each] !== undefined) : 'key';
    const found = groups.str ?? groups.quoted ?? groups.note ?? groups.num ?? groups.word ?? '';
    mark(name === 'quoted' ? 'str' : (name ?? 'str'), text, index, index + found.length);
  }
}

function mark(name: string, text: Text, from: number, to: number): void {
  const range = new StaticRange({ startContainer: text, startOffset: from, endContainer: text, endOffset: to });
  const highlight = CSS.highlights.get(name) ?? new Highlight();
  CSS.highlights.set(name, highlight.add(range));
}
