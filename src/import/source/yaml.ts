import type { Alias, Document, Node, Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml';
import { createBuilder, deepest, SourceFault, type TreeBuilder } from './build.ts';
import type { ScalarTree, SourceFile, Tree } from './tree.ts';

/**
 * Reads YAML 1.2 into a tree, aliases and merge keys written out. Loads the package `yaml`. Throws a `SourceFault` with the offset of the
 * first mistake.
 */
export async function readYaml(file: SourceFile): Promise<Tree> {
  const yaml = await import('yaml');
  const document = yaml.parseDocument(file.text, {
    uniqueKeys: false,
    prettyErrors: false,
    strict: false,
    logLevel: 'silent',
    version: '1.2',
  }) as Document<Node>;
  const [error] = document.errors;
  if (error !== undefined) throw new SourceFault(toSentence(error.message), error.pos[0]);
  const reader: Reader = { yaml, document, builder: createBuilder(file), anchors: indexAnchors(yaml, document) };
  const { contents } = document;
  if (contents === null) throw new SourceFault('The source is empty.', 0);
  return readNode(reader, contents, '', 0);
}

interface Reader {
  readonly yaml: typeof import('yaml');
  readonly document: Document<Node>;
  readonly builder: TreeBuilder;
  readonly anchors: ReadonlyMap<Alias, Node>;
}

/** Finds the node of each alias: of anchors with one name, the last one before it. */
function indexAnchors(yaml: typeof import('yaml'), document: Document<Node>): ReadonlyMap<Alias, Node> {
  const named = new Map<string, Node>();
  const found = new Map<Alias, Node>();
  yaml.visit(document, {
    Node(_, node) {
      if (yaml.isAlias(node)) {
        const target = named.get(node.source);
        if (target !== undefined) found.set(node, target);
      } else if (node.anchor !== undefined) named.set(node.anchor, node as Node);
    },
  });
  return found;
}

function toSentence(message: string): string {
  const first = message.split('\n')[0] ?? '';
  return /[.!?]$/.test(first) ? first : `${first}.`;
}

function readNode(reader: Reader, node: Node | null, key: string | number, depth: number): Tree {
  const { yaml, builder } = reader;
  const start = node?.range?.[0] ?? 0;
  if (depth > deepest)
    throw new SourceFault(`The source is nested more than ${deepest} deep, its aliases written out.`, start);
  if (node === null) return builder.scalar(null, start, key);
  if (yaml.isAlias(node)) {
    const target = reader.anchors.get(node);
    if (target === undefined) throw new SourceFault(`The alias \`*${node.source}\` has no anchor before it.`, start);
    return readNode(reader, target, key, depth + 1);
  }
  if (yaml.isMap(node)) return readMap(reader, node, key, depth);
  if (yaml.isSeq(node)) return readSequence(reader, node as YAMLSeq<Node | null>, key, depth);
  return builder.scalar(toScalar(node as Scalar), start, key);
}

/** The value of a scalar as JSON has it: dates and big numbers stay as they are written. */
function toScalar({ value, source }: Scalar): ScalarTree['value'] {
  if (value === null || typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number')
    return value;
  return source ?? String(value);
}

function readSequence(reader: Reader, node: YAMLSeq<Node | null>, key: string | number, depth: number): Tree {
  const first = reader.builder.next;
  const items = node.items.map((item, index) => readNode(reader, item, index, depth + 1));
  return reader.builder.list(items, node.range?.[0] ?? 0, key, first);
}

function readMap(reader: Reader, node: YAMLMap, key: string | number, depth: number): Tree {
  const first = reader.builder.next;
  const pairs = new Map<string, Node | null>();
  collectPairs(reader, node, pairs, depth);
  const entries = new Map<string, Tree>();
  for (const [name, value] of pairs) entries.set(name, readNode(reader, value, name, depth + 1));
  return reader.builder.map(entries, node.range?.[0] ?? 0, key, first);
}

function collectPairs(reader: Reader, node: YAMLMap, pairs: Map<string, Node | null>, depth: number): void {
  const { yaml } = reader;
  if (depth > deepest) throw new SourceFault(`Merge keys are nested more than ${deepest} deep.`, node.range?.[0] ?? 0);
  const own = new Set<string>();
  for (const { key, value } of node.items as Pair<Node, Node | null>[]) {
    const name = yaml.isScalar(key) ? formatKey(key) : yaml.isAlias(key) ? `*${key.source}` : String(key);
    if (name === '<<') {
      for (const merged of listMerged(reader, value)) {
        const others = new Map<string, Node | null>();
        collectPairs(reader, merged, others, depth + 1);
        for (const [other, its] of others) if (!pairs.has(other)) pairs.set(other, its);
      }
      continue;
    }
    if (own.has(name)) throw new SourceFault(`\`${name}\` is stated twice in this map.`, key.range?.[0] ?? 0);
    own.add(name);
    pairs.set(name, value);
  }
}

/** A key as it is written: `200`, `on` and `0.10` are names. */
function formatKey({ value, source }: Scalar): string {
  return typeof value === 'string' ? value : (source ?? String(value));
}

function listMerged(reader: Reader, value: Node | null): readonly YAMLMap[] {
  const { yaml, anchors } = reader;
  const open = (node: Node | null | undefined): Node | null | undefined =>
    yaml.isAlias(node) ? anchors.get(node) : node;
  const target = open(value);
  if (yaml.isMap(target)) return [target];
  if (!yaml.isSeq(target)) return [];
  return (target.items as (Node | null)[]).map(open).filter((node): node is YAMLMap => yaml.isMap(node));
}
