import type { Match } from '../contracts/compiled.ts';
import type { Plan } from '../plan/plan.ts';

interface Node {
  readonly fixed: Map<string, Node>;
  placeholder?: Node;
  /** The operations of a path that ends here, by method. */
  readonly operations: Map<string, number>;
}

function createNode(): Node {
  return { fixed: new Map(), operations: new Map() };
}

const none: readonly string[] = [];

/**
 * Creates the router of a plan. Paths are compared exactly as they were sent, after the path of the base URL. A fixed segment wins over a
 * placeholder, which takes one segment that is not empty and is percent-decoded after it was found.
 */
export function createRouter(plan: Plan): (method: string, path: string) => Match {
  const root = createNode();
  const whole = new Map<string, Node>();
  const prefix = plan.base.prefix.replace(/\/$/, '');
  plan.operations.forEach(({ method, segments }, index) => {
    let node = root;
    let path = prefix;
    let fixed = true;
    for (const segment of segments) {
      if (segment.kind === 'placeholder') {
        fixed = false;
        node.placeholder ??= createNode();
        node = node.placeholder;
        continue;
      }
      const text = encodeSegment(segment.text);
      path += `/${text}`;
      const next = node.fixed.get(text) ?? createNode();
      node.fixed.set(text, next);
      node = next;
    }
    if (segments.length === 0) path += '/';
    if (!node.operations.has(method)) node.operations.set(method, index);
    if (fixed) whole.set(path, node);
  });
  return (method, path) => {
    const direct = whole.get(path);
    if (direct !== undefined) return answer(direct, method, none);
    if (prefix !== '' && !path.startsWith(`${prefix}/`)) return undefined;
    const values: string[] = [];
    const node = find(root, path, prefix.length, values);
    return node === undefined ? undefined : answer(node, method, values);
  };
}

/** A fixed segment as clients send it: characters that a path cannot hold are percent-encoded. */
function encodeSegment(text: string): string {
  return text.replace(/[^A-Za-z0-9._~!$&'()*+,;=:@%-]/gu, (unit) => encodeURIComponent(unit));
}

function answer(node: Node, method: string, raw: readonly string[]): Match {
  const operation = node.operations.get(method);
  if (operation === undefined) return { allowed: [...node.operations.keys()] };
  if (raw.length === 0) return { operation, values: none };
  const values: string[] = [];
  for (const text of raw) {
    const value = decode(text);
    if (value === undefined) return undefined;
    values.push(value);
  }
  return { operation, values };
}

/** Finds the end of a path that goes on at the slash at `from`; fixed segments are tried first. */
function find(node: Node, path: string, from: number, values: string[]): Node | undefined {
  if (from === path.length) return node.operations.size === 0 ? undefined : node;
  const end = path.indexOf('/', from + 1);
  const to = end === -1 ? path.length : end;
  const segment = path.slice(from + 1, to);
  const fixed = node.fixed.get(segment);
  const found = fixed === undefined ? undefined : find(fixed, path, to, values);
  if (found !== undefined || node.placeholder === undefined || segment === '') return found;
  const held = values.length;
  values.push(segment);
  const other = find(node.placeholder, path, to, values);
  if (other === undefined) values.length = held;
  return other;
}

function decode(text: string): string | undefined {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
