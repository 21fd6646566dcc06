import { diagnostics } from '../diagnostics.ts';
import { listChildNodes } from '../references.ts';
import type { Expression } from '../tree.ts';
import { type Checking, fail, locateNode } from './checking.ts';

/** Operators whose result says nothing of a hash that they compare. */
const comparing: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=', 'in', '&&', '||']);

/** Reports the hashes of passwords of which the value of an Effect consists: in another field they would be shown. */
export function checkHashes(checking: Checking, node: Expression): void {
  if (node.op === 'has' || node.op === 'not' || node.op === 'question') return;
  if (node.op === 'binary' && comparing.has(node.operator)) return;
  if (node.op === 'choose') {
    checkHashes(checking, node.then);
    checkHashes(checking, node.otherwise);
    return;
  }
  if (node.op !== 'path') {
    for (const child of listChildNodes(node)) checkHashes(checking, child);
    return;
  }
  const name = node.steps.at(-1)?.name;
  if (name !== undefined && findHolders(checking, node).some((holder) => isHash(checking, holder, name)))
    fail(checking, diagnostics['copied-hash'](locateNode(checking, node), name));
}

function isHash({ environment }: Checking, holder: string, name: string): boolean {
  return environment.symbols.fields(holder)?.get(name)?.hashed === true;
}

/** The resource or object whose field a path reads at its end. */
function findHolders({ environment, locals }: Checking, node: Expression & { readonly op: 'path' }): readonly string[] {
  const isLocal = node.root === 'local';
  let type = isLocal ? locals.get(node.steps[0]!.name) : environment.roots.get(node.root);
  let holder: string | undefined;
  for (const { name, through } of isLocal ? node.steps.slice(1) : node.steps) {
    const plain = type?.kind === 'nullable' ? type.of : type;
    holder = through ?? (plain?.kind === 'object' ? plain.name : undefined);
    type = holder === undefined ? undefined : environment.symbols.fields(holder)?.get(name)?.type;
  }
  return holder === undefined ? [] : [holder];
}
