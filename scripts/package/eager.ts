/** The part of a text that holds a function: from its first character to the character after its last. */
export interface FunctionRange {
  readonly start: number;
  readonly end: number;
}

const declaration = /^((?:async )?function)(?:(\*)| )([\w$]+)(?=\()/;
const expression = /^(?:async )?function[ *(]/;
const arrow = /^(?:async ?)?(?:\(|[\w$]+=>)/;
const method = /^(?!async\b)[\w$]+\(/;
const member = /^(async (?=[\w$"]))?(\*)?((?!__proto__\()[\w$]+|"(?:[^"\\]|\\.)*")(?=\()/;
/** The end of a text before the first member of a class. */
const classBefore = /(?:^|[^\w$.])class(?: (?!extends\b)[\w$]+)?(?: extends [^{}]*)?\{$/;

/**
 * Returns the text of a module whose given functions V8 compiles together with the module, so that Node's compile cache keeps
 * them: functions in parentheses. A declaration becomes a variable at the beginning, where it is defined as early as before.
 * A method of an object becomes a property. Methods of classes, and declarations inside of functions, stay as they are. The text is
 * white space free, as esbuild prints it.
 */
export function compileEagerly(text: string, executed: readonly FunctionRange[]): string {
  const ranges = [...executed].sort((a, b) => a.start - b.start || b.end - a.end);
  const moved: (FunctionRange & { readonly name: string; readonly head: string; readonly body: number })[] = [];
  const inserted = new Map<number, string>();
  const replaced = new Map<number, number>();
  const insert = (at: number, mark: string): void => {
    const before = inserted.get(at) ?? '';
    inserted.set(at, mark === ')' ? mark + before : before + mark);
  };
  let open = 0;
  for (const { start, end } of ranges) {
    const source = text.slice(start, end);
    const before = text.slice(0, start).trimEnd().at(-1) ?? ';';
    const isOuter = start >= open;
    open = Math.max(open, end);
    const [declared, head = '', star = '', name = ''] = declaration.exec(source) ?? [];
    if (declared !== undefined && ';}{'.includes(before)) {
      if (!isOuter || before === '{') continue;
      moved.push({ start, end, name, head: head + star, body: start + declared.length });
    } else if ((expression.test(source) && before !== '(') || (arrow.test(source) && !method.test(source))) {
      insert(start, '(');
      insert(end, ')');
    } else if (isObjectMethod(source, text.slice(Math.max(0, start - 200), start))) {
      const [head, async = '', star = '', name] = member.exec(source)!;
      insert(start, `${name}:(${async}function${star}`);
      replaced.set(start, start + head.length);
      insert(end, ')');
    }
  }
  const places = [...inserted.keys()].sort((a, b) => a - b);
  const print = (start: number, end: number): string => {
    const inside = places.filter((place) => place >= start && place <= end);
    const findRest = (place: number | undefined): number =>
      place === undefined ? start : (replaced.get(place) ?? place);
    const pieces = inside.map((place, at) => text.slice(findRest(inside[at - 1]), place) + inserted.get(place)!);
    return pieces.join('') + text.slice(findRest(inside.at(-1)), end);
  };
  const kept = moved.map(({ start }, at) => print(at === 0 ? 0 : moved[at - 1]!.end, start));
  const variables = moved.map(({ name, head, body, end }) => `${name}=(${head}${print(body, end)})`);
  const first = variables.length === 0 ? '' : `var ${variables.join(',\n')};\n`;
  return `${first}${kept.join('')}${print(moved.at(-1)?.end ?? 0, text.length)}`;
}

/** Returns whether a function is a method of an object literal, which a property can replace. `before` is the text before it. */
function isObjectMethod(source: string, before: string): boolean {
  if (!member.test(source)) return false;
  // A bundled module may hold classes.
  if (/\bsuper\b/.test(source) && !before.endsWith('__commonJS({')) return false;
  return before.endsWith(',') || (before.endsWith('{') && !classBefore.test(before));
}
