import { type Checking, fail, locateNode } from '../check/checking.ts';
import { diagnostics } from '../diagnostics.ts';
import type { QuestionNode } from '../questions.ts';
import { listChildNodes } from '../references.ts';
import { formatFieldPath } from '../reserved.ts';
import type { Fact, Facts } from '../symbol-table.ts';
import type { Expression } from '../tree.ts';
import { buildFactKey, findAnswerKey, findLack, type Path } from './facts.ts';
import { learn, learnNot } from './learn.ts';
import { getOperandUse, type Within } from './missing.ts';

type Macro = Expression & { readonly op: 'macro' };

const ordering: ReadonlySet<string> = new Set(['<', '<=', '>', '>=']);

/** Finds what an expression reads that may be absent or null there, and what always is. */
export function checkFailing(checking: Checking, tree: Expression): void {
  const { presence } = checking.environment;
  if (presence === undefined) return;
  const told = new Set<string>();
  /** The variables of questions that are walked, with their resources, and those whose records must not be left out by mistake. */
  const resources = new Map<string, string>();
  let exact: ReadonlySet<string> = new Set();
  let depth = 0;
  /** Operands of `not`, and left sides of other comparisons: another condition fits before these. */
  const negated = new Set<Expression>();
  const leading = new Set<Expression>();
  const walk = (node: Expression, facts: Facts | undefined, within: Within): void => {
    // Where nothing can come to, nothing can fail.
    if (facts === undefined) return;
    switch (node.op) {
      case 'path':
        tell(node, node.steps.length, node.type.kind !== 'nullable' && node.type.kind !== 'any', facts, within);
        return;
      case 'has':
        if (node.of.op === 'question') walkQuestion(node.of, facts, 'value');
        else if (node.of.op !== 'path') walk(node.of, facts, 'value');
        else if (node.of.steps.length > 0) tell(node.of, node.of.steps.length - 1, true, facts, 'value');
        return;
      case 'not':
        negated.add(node.of);
        walk(node.of, facts, 'value');
        return;
      case 'choose':
        walk(node.when, facts, 'value');
        walk(node.then, learn(checking.environment, node.when, true, facts), within);
        walk(node.otherwise, learn(checking.environment, node.when, false, facts), within);
        return;
      case 'binary':
        if (node.operator === '&&' || node.operator === '||') {
          const decides = node.operator === '||';
          walk(node.left, learnNot(checking.environment, node.right, decides, facts), within);
          walk(node.right, learn(checking.environment, node.left, !decides, facts), within);
          return;
        }
        if (ordering.has(node.operator) && !negated.has(node)) leading.add(node.left);
        for (const side of [node.left, node.right]) walk(side, facts, getOperandUse(node, within));
        return;
      case 'macro':
        walk(node.over, facts, within);
        walk(node.body, getItemFacts(checking, node, facts), within);
        return;
      case 'question':
        tellAnswer(node, facts, within);
        walkQuestion(node, facts, within);
        return;
      default:
        for (const below of listChildNodes(node)) walk(below, facts, within);
    }
  };
  /** An absent value equals no field of the other records; other comparisons with it fail. An absent field may leave a record out. */
  const walkQuestion = (node: QuestionNode, facts: Facts, within: Within): void => {
    const isExact = node.name !== 'exists' || within === 'value';
    const before = exact;
    exact = new Set(isExact ? [...before, node.variable] : before);
    resources.set(node.variable, node.resource);
    depth++;
    walk(node.where, facts, 'condition');
    depth--;
    exact = before;
  };
  const tellAsked = (path: Path, count: number, isUsed: boolean, facts: Facts): void => {
    const [variable] = path.steps;
    for (let at = 2; at <= count; at++) {
      const lack = findLack(checking.environment, facts, path, at, isUsed || at < path.steps.length);
      if (lack === undefined) continue;
      const name = formatPathPrefix(path, at);
      if (told.has(name)) return;
      told.add(name);
      const resource = resources.get(variable!.name)!;
      fail(
        checking,
        diagnostics['absent-in-question'](
          locateNode(checking, path),
          name,
          resource,
          lack.what === 'null',
          at === path.steps.length && leading.has(path),
        ),
      );
      return;
    }
  };
  /** Whether the place of an expression has its own outcome for what lacks there. */
  const isExpected = (what: 'absent' | 'null', within: Within): boolean =>
    presence.failing === 'left out' ||
    (depth > 0 && within === 'equality') ||
    (presence.failing === 'absent' && what === 'absent') ||
    (presence.failing === 'untrue' && within !== 'value');
  /** `min` and `max` have no answer where there is no record. */
  const tellAnswer = (node: QuestionNode, facts: Facts, within: Within): void => {
    const key = findAnswerKey(node);
    const there = key === undefined ? true : facts.get(key)?.there;
    if (there === true || told.has(key!) || (isExpected('absent', within) && there === undefined)) return;
    told.add(key!);
    const kind = there === false ? 'always-absent' : 'may-be-absent';
    fail(checking, diagnostics[kind](locateNode(checking, node), `${node.resource}.${node.name}(…)`, presence.outcome));
  };
  const tell = (path: Path, count: number, isUsed: boolean, facts: Facts, within: Within): void => {
    if (path.root === 'caller' && presence.anonymous !== true) return;
    if (path.root === 'local' && resources.has(path.steps[0]!.name)) {
      if (exact.has(path.steps[0]!.name) && within !== 'equality') tellAsked(path, count, isUsed, facts);
      return;
    }
    for (let at = 0; at <= count; at++) {
      const lack = findLack(checking.environment, facts, path, at, isUsed || at < path.steps.length);
      if (lack === undefined) continue;
      const name = formatPathPrefix(path, at);
      const isHarmless = isExpected(lack.what, within);
      if (told.has(name) || (isHarmless && !lack.surely)) return;
      told.add(name);
      const kind = `${lack.surely ? 'always' : 'may-be'}-${lack.what}` as const;
      fail(checking, diagnostics[kind](locateNode(checking, path), name, presence.outcome));
      return;
    }
  };
  walk(tree, presence.facts, 'condition');
}

/** The facts inside a macro: none of an outer variable of the same name, and for items the condition of a filter. */
function getItemFacts(checking: Checking, node: Macro, facts: Facts): Facts | undefined {
  const prefix = buildFactKey('local', [node.variable]);
  const inner = new Map([...facts].filter(([key]) => key !== prefix && !key.startsWith(`${prefix}\n`)));
  const { over } = node;
  if (over.op !== 'macro' || over.name !== 'filter') return inner;
  const before = getItemFacts(checking, over, facts);
  const kept = before && learn(checking.environment, over.body, true, before);
  if (kept === undefined) return undefined;
  const from = buildFactKey('local', [over.variable]);
  const items: [string, Fact][] = [];
  for (const [key, fact] of kept) {
    if (key === from || key.startsWith(`${from}\n`)) items.push([prefix + key.slice(from.length), fact]);
  }
  return new Map([...inner, ...items]);
}

/** A path as it is written, up to a step. */
function formatPathPrefix({ root, steps }: Path, count: number): string {
  const names = steps.slice(0, count).map(({ name }) => name);
  const isBare = (root === 'record' && count === 1) || root === 'local';
  const [first = root, ...rest] = isBare ? names : [root, ...names];
  const all = root === 'record' && count > 1 ? names : [first, ...rest];
  return all.reduce((from, name) => formatFieldPath(from, name));
}
