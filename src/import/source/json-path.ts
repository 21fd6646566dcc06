/** A value that a path goes through. */
export interface PathNode<T> {
  /** Its members by name or position; none of a scalar. */
  list(): Iterable<readonly [string | number, T]>;
  /** The value of a scalar; undefined for anything else. */
  readonly value: unknown;
}

type Step =
  | { readonly kind: 'names'; readonly names: readonly (string | number)[]; readonly deep: boolean }
  | { readonly kind: 'all'; readonly deep: boolean }
  | {
      readonly kind: 'where';
      readonly path: readonly string[];
      readonly equals: unknown;
      readonly not: boolean;
      readonly deep: boolean;
    };

const tokens =
  /\s*(?:(\.\.?)([A-Za-z_$][\w$-]*|\*)|(\.\.)?\[\s*(\*|-?[0-9]+|(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")(?:\s*,\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"))*|\?\s*\(?\s*@((?:\.[\w$-]+|\['[^']*'\])+)\s*(?:(==|!=)\s*('[^']*'|"[^"]*"|-?[0-9.]+|true|false|null)\s*)?\)?)\s*\])/y;

/** Reads a JSONPath (RFC 9535): names, positions, wildcards, descendants, and filters that compare a member; undefined for anything else. */
export function readJsonPath(text: string): readonly Step[] | undefined {
  const path = text.trim();
  if (!path.startsWith('$')) return undefined;
  const steps: Step[] = [];
  for (let at = 1; at < path.length; ) {
    tokens.lastIndex = at;
    const found = tokens.exec(path);
    if (found === null) return undefined;
    at = tokens.lastIndex;
    const [, dots, name, deepDots, inner = '', member, operator, literal] = found;
    const deep = dots === '..' || deepDots === '..';
    if (name !== undefined) steps.push(name === '*' ? { kind: 'all', deep } : { kind: 'names', names: [name], deep });
    else if (inner === '*') steps.push({ kind: 'all', deep });
    else if (member !== undefined)
      steps.push({
        kind: 'where',
        path: (member.match(/[\w$-]+|(?<=\[')[^']*(?='\])/g) ?? []) as string[],
        equals: literal === undefined ? undefined : readLiteral(literal),
        not: operator === '!=',
        deep,
      });
    else steps.push({ kind: 'names', names: readNames(inner), deep });
  }
  return steps;
}

function readNames(text: string): readonly (string | number)[] {
  if (/^-?[0-9]+$/.test(text)) return [Number(text)];
  return (text.match(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g) ?? []).map((name) => String(readLiteral(name)));
}

function readLiteral(text: string): unknown {
  if (/^['"]/.test(text)) return text.slice(1, -1).replace(/\\(.)/g, '$1');
  return JSON.parse(text);
}

/** Returns the values that a path selects, each once. `toNode` gives the members of a value. */
export function selectPath<T extends object>(
  root: T,
  steps: readonly Step[],
  toNode: (value: T) => PathNode<T>,
): readonly T[] {
  let found: readonly T[] = [root];
  for (const step of steps) {
    const from = step.deep ? listDescendants(found, toNode) : found;
    found = [...new Set(from.flatMap((one) => selectStep(one, step, toNode)))];
  }
  return found;
}

function selectStep<T>(value: T, step: Step, toNode: (value: T) => PathNode<T>): readonly T[] {
  const members = [...toNode(value).list()];
  if (step.kind === 'all') return members.map(([, member]) => member);
  if (step.kind === 'names')
    return step.names.flatMap((name) => {
      const wanted = typeof name === 'number' && name < 0 ? members.length + name : name;
      const own = members.find(([key]) => key === wanted);
      return own === undefined ? [] : [own[1]];
    });
  return members.map(([, member]) => member).filter((member) => meets(member, step, toNode));
}

function meets<T>(
  value: T,
  { path, equals, not }: Extract<Step, { kind: 'where' }>,
  toNode: (value: T) => PathNode<T>,
): boolean {
  let at: T | undefined = value;
  for (const name of path)
    at = at === undefined ? undefined : [...toNode(at).list()].find(([key]) => key === name)?.[1];
  if (equals === undefined) return at !== undefined;
  return (at !== undefined && toNode(at).value === equals) !== not;
}

/** Lists values and everything below them, each once. */
function listDescendants<T>(values: readonly T[], toNode: (value: T) => PathNode<T>): readonly T[] {
  const all = new Set(values);
  for (const value of all) for (const [, member] of toNode(value).list()) all.add(member);
  return [...all];
}
