/** The steps as which a class of Unicode such as `\p{L}` counts: it is slow to compile. */
const stepsOfUnicodeClass = 40;

interface Group {
  /** The steps of what was read, without the last atom. */
  before: number;
  /** The steps of the last atom, which a quantifier repeats. */
  last: number;
}

/** Returns about how many steps a pattern compiles to: `a{1,999}` is written out. It takes any text. */
export function countPatternSteps(pattern: string): number {
  const outer: Group[] = [];
  let group: Group = { before: 0, last: 0 };
  let classes = 0;
  for (const [token] of pattern.matchAll(tokens)) {
    if (/^\[|^\\[pP]/.test(token)) classes += token.match(/\\[pP]/g)?.length ?? 0;
    if (token === '(') {
      outer.push(group);
      group = { before: 2, last: 0 };
    } else if (token === ')') {
      const steps = group.before + group.last;
      group = outer.pop() ?? { before: 0, last: 0 };
      group = { before: group.before + group.last, last: steps };
    } else if (/^[*+?]$/.test(token)) group.last += 1;
    else if (/^\{\d/.test(token)) group.last = repeat(group.last, token);
    else group = { before: group.before + group.last, last: 1 };
  }
  const open = [...outer, group].reduce((sum, { before, last }) => sum + before + last, 0);
  return open + classes * stepsOfUnicodeClass;
}

/** Classes, escapes, counts, or one character. */
const tokens = /\[(?:[^\]\\]|\\.)*\]|\\[pPxu]\{[^}]*\}|\\.|\{\d+(?:,\d*)?\}|./gs;

/** Each repetition that may be left out is a step more. */
function repeat(steps: number, count: string): number {
  const [least = 0, most = least] = [...count.matchAll(/\d+/g)].map(Number);
  return least * steps + (most - least) * (steps + 1) + (count.endsWith(',}') ? steps + 1 : 0);
}
