import { dirname, isAbsolute, join, relative, resolve as resolvePath, sep } from 'node:path';
import { SourceFault } from './build.ts';
import { type OpenedFile, openText } from './open.ts';
import { applyOverlay } from './overlay.ts';
import { formatPointer, get, listEntries, listItems, readString, type SourceFile, type Tree } from './tree.ts';

/** Reads a file that the source names; undefined if it does not exist. */
export type ReadFile = (path: string) => string | undefined;

/** Fetches a URL that the source names; a text, or why it is not there. */
export type FetchFile = (url: string) => Promise<{ readonly text: string } | { readonly why: string }>;

/** A file that is given. */
export interface Given {
  readonly name: string;
  readonly text: string;
}

/** How a source is opened. */
export interface OpenOptions {
  /** Reads other files of the source; left out, no file is opened. */
  readonly readFile?: ReadFile | undefined;
  /** Follows references to other hosts; left out, they are listed. */
  readonly fetchFile?: FetchFile | undefined;
  /** Overlays that are applied to the first description, in their order. */
  readonly overlays?: readonly Given[] | undefined;
}

/** A reference that is not followed, and why. */
export interface OpenReference {
  readonly tree: Tree;
  readonly target: string;
  readonly why: string;
}

/** A source with the files that it refers to. */
export interface Sources {
  /** The descriptions that are given, the first of them alone in most cases. */
  readonly roots: readonly Tree[];
  readonly trees: readonly Tree[];
  /** Follows `$ref`: the target, and the references on the way; undefined if one leads nowhere. */
  follow(tree: Tree): Followed | undefined;
  readonly open: readonly OpenReference[];
}

/** The value to which references lead. */
export interface Followed {
  readonly target: Tree;
  readonly refs: readonly Tree[];
}

/** The most files of one source. */
const mostFiles = 500;
const mostHops = 50;

/**
 * Opens descriptions and every local file to which they refer, below their own folders. Throws a `FileFault` if a file has a mistake.
 */
export async function openSources(given: readonly Given[], options: OpenOptions = {}): Promise<Sources> {
  const files = new Map<string, Tree>();
  const trees: Tree[] = [];
  for (const { name, text } of given) {
    const opened = await openTree(name, text, trees.at(-1)?.end ?? 0);
    const tree = trees.length === 0 ? await overlay(opened, options.overlays ?? []) : opened;
    files.set(name, tree);
    trees.push(tree);
  }
  const roots = [...trees];
  const names = given.map(({ name }) => name);
  const unreachable = new Map<string, string>();
  for (let index = 0; index < trees.length; index++) {
    for (const ref of listReferences(trees[index]!)) {
      const file = findFile(ref.file, readString(ref) ?? '');
      if (file === undefined || files.has(file) || unreachable.has(file)) continue;
      const content = await openFile(names, file, trees.length, options);
      if ('why' in content) {
        unreachable.set(file, content.why);
        continue;
      }
      const opened = await openTree(file, content.text, trees.at(-1)!.end);
      files.set(file, opened);
      trees.push(opened);
    }
  }
  return createSources(roots, trees, files, unreachable);
}

async function overlay(root: Tree, overlays: readonly Given[]): Promise<Tree> {
  let tree = root;
  for (const { name, text } of overlays) {
    const actions = await openTree(name, text, 0);
    try {
      tree = applyOverlay(tree, actions);
    } catch (error) {
      throw error instanceof SourceFault ? new FileFault(actions.file, error) : error;
    }
  }
  return tree;
}

async function openFile(
  roots: readonly string[],
  file: string,
  count: number,
  { readFile, fetchFile }: OpenOptions,
): Promise<{ readonly text: string } | { readonly why: string }> {
  if (count >= mostFiles) return { why: `The source has more than ${mostFiles} files.` };
  if (isUrl(file)) {
    if (fetchFile === undefined || !/^https?:/i.test(file))
      return { why: 'It is at another host: import opens local files only.' };
    return await fetchFile(file);
  }
  if (readFile === undefined) return { why: 'A source on standard input has no folder.' };
  const isBelow = roots.some((root) => {
    const from = relative(dirname(resolvePath(root)), resolvePath(file));
    return from !== '..' && !from.startsWith(`..${sep}`) && !isAbsolute(from);
  });
  if (!isBelow) return { why: 'It is outside of the folder of the source.' };
  const text = readFile(file);
  return text === undefined ? { why: 'It does not exist in the folder of the source.' } : { text };
}

function isUrl(file: string): boolean {
  return /^[a-z][a-z0-9+.-]+:/i.test(file);
}

/** A file of the source with a mistake. */
export class FileFault extends Error {
  readonly file: SourceFile;
  readonly offset: number;

  constructor(file: SourceFile, { message, offset }: SourceFault) {
    super(message);
    this.file = file;
    this.offset = offset;
  }
}

async function openTree(name: string, text: string, base: number): Promise<Tree> {
  const opened: OpenedFile = await openText(name, text, base);
  if ('fault' in opened) throw new FileFault(opened.file, opened.fault);
  return opened.tree;
}

/** The file of a reference as a path or a URL; undefined for the file itself. */
function findFile(file: SourceFile, reference: string): string | undefined {
  const [path = ''] = reference.split('#');
  if (path === '') return undefined;
  if (isUrl(path) || path.startsWith('//')) return path.startsWith('//') ? `https:${path}` : path;
  if (isUrl(file.name)) return URL.canParse(path, file.name) ? new URL(path, file.name).href : path;
  const local = decode(path);
  return isAbsolute(local) ? local : join(dirname(file.name), local);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Lists the references of a tree, examples left out. */
function* listReferences(tree: Tree): Iterable<Tree> {
  if (tree.kind === 'scalar' || tree.key === 'example' || tree.key === 'examples') return;
  const ref = get(tree, '$ref') ?? get(tree, '$dynamicRef');
  if (readString(ref) !== undefined && tree.key !== 'properties') yield ref!;
  for (const [, member] of listEntries(tree)) yield* listReferences(member);
  for (const item of listItems(tree)) yield* listReferences(item);
}

function createSources(
  roots: readonly Tree[],
  trees: readonly Tree[],
  files: ReadonlyMap<string, Tree>,
  unreachable: ReadonlyMap<string, string>,
): Sources {
  const open = new Map<Tree, OpenReference>();
  const anchors = new Map<Tree, ReadonlyMap<string, Tree>>();
  const failed = (tree: Tree, target: string, why: string): undefined => {
    open.set(tree, { tree, target, why });
  };
  const anchorsOf = (tree: Tree): ReadonlyMap<string, Tree> => {
    const found = anchors.get(tree) ?? new Map(listAnchors(tree));
    anchors.set(tree, found);
    return found;
  };
  const find = (ref: Tree): Tree | undefined => {
    const reference = readString(ref) ?? '';
    const [path = '', fragment = ''] = reference.split('#');
    const file = findFile(ref.file, reference);
    // A reference in an overlay leads into the description.
    const own = trees.find((tree) => tree.file === ref.file) ?? roots[0]!;
    const byId = path === '' ? undefined : trees.map((tree) => anchorsOf(tree).get(`id:${path}`)).find(Boolean);
    const document = byId ?? (file === undefined ? own : files.get(file));
    if (document === undefined) return failed(ref, reference, unreachable.get(file ?? '') ?? 'It leads nowhere.');
    if (fragment !== '' && !fragment.startsWith('/'))
      return anchorsOf(document).get(fragment) ?? failed(ref, reference, 'It leads nowhere.');
    const target = fragment
      .split('/')
      .slice(1)
      .map((key) => decode(key).replaceAll('~1', '/').replaceAll('~0', '~'))
      .reduce<Tree | undefined>((at, key) => (at?.kind === 'list' ? at.items[Number(key)] : get(at, key)), document);
    return target ?? failed(ref, reference, 'It leads nowhere.');
  };
  return {
    roots,
    trees,
    follow(tree) {
      const refs: Tree[] = [];
      let target = tree;
      for (;;) {
        const ref = get(target, '$ref') ?? get(target, '$dynamicRef');
        if (ref === undefined || readString(ref) === undefined) return { target, refs };
        const next = find(ref);
        if (next === undefined) return undefined;
        refs.push(ref);
        if (refs.length > mostHops || next === tree) return failed(ref, formatPointer(ref), 'It refers to itself.');
        target = next;
      }
    },
    get open() {
      return [...open.values()];
    },
  };
}

function* listAnchors(tree: Tree): Iterable<[string, Tree]> {
  if (tree.kind === 'scalar') return;
  for (const key of ['$anchor', '$dynamicAnchor']) {
    const name = readString(get(tree, key));
    if (name !== undefined) yield [name, tree];
  }
  const id = readString(get(tree, '$id'));
  if (id !== undefined) yield [`id:${id}`, tree];
  for (const [, member] of listEntries(tree)) yield* listAnchors(member);
  for (const item of listItems(tree)) yield* listAnchors(item);
}
