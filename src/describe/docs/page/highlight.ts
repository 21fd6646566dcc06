const patterns: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['note', /(?<=^|\s)\/\/[^\n]*|\/\*[\s\S]*?\*\//g],
  ['key', /"(?:[^"\\\n]|\\.)*"(?=\??:)/g],
  ['str', /"(?:[^"\\\n]|\\.)*"(?!\??:)|'(?:[^'\\\n]|\\.)*'|`[^`]*`/g],
  ['num', /(?<![\w-])-?\d+(?:\.\d+)?(?![\w-])/g],
  [
    'word',
    /\b(?:const|await|import|export|from|function|return|if|null|true|false|None|True|False|curl|string|integer|number|boolean)\b/g,
  ],
];

/** Colors the words of a code text by ranges: no element is added. Browsers without highlights show it plain. */
export function paint(code: Element | null): void {
  const text = code?.firstChild;
  if (!(text instanceof Text) || !('highlights' in CSS)) return;
  const taken: [number, number][] = [];
  for (const [name, pattern] of patterns) {
    for (const { index, 0: found } of text.data.matchAll(pattern)) {
      const end = index + found.length;
      if (taken.some(([from, to]) => index < to && end > from)) continue;
      taken.push([index, end]);
      const range = new StaticRange({ startContainer: text, startOffset: index, endContainer: text, endOffset: end });
      const highlight = CSS.highlights.get(name) ?? new Highlight();
      CSS.highlights.set(name, highlight.add(range));
    }
  }
}
