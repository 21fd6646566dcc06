import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { negateDecimal } from '../text/numbers/decimals.ts';
import { checkCall } from './check/calls.ts';
import { type Checking, fail, locateNode, recordSpan } from './check/checking.ts';
import { requireNonNull, retypeNode, toNumberNode } from './check/coerce.ts';
import { toDecimalNode } from './check/decimals.ts';
import { checkObject, checkPlaces } from './check/objects.ts';
import { checkBinary } from './check/operators.ts';
import { checkIndex, checkName, checkSelect } from './check/paths.ts';
import { coerceToExpected } from './check/result.ts';
import { checkFailing } from './conditions/failing.ts';
import { diagnostics } from './diagnostics.ts';
import type { Elements } from './elements.ts';
import type { Syntax } from './parse/syntax.ts';
import { checkProfile, compareBooleans } from './sql/subset.ts';
import type { Environment } from './symbol-table.ts';
import type { Expression, ValueType } from './tree.ts';
import { describeType, getBaseType, joinTypes, removeNullable } from './types.ts';

export { describeType } from './types.ts';

/**
 * Gives every node of an expression its type, in the environment of its place. Never throws; `tree` is there when
 * there is no problem. In the tree a node whose type is not nullable but which reads something nullable fails on null.
 */
export function checkExpression(
  ast: Syntax,
  environment: Environment,
): { readonly tree?: Expression; readonly diagnostics: Diagnostic[] } {
  const found: Diagnostic[] = [];
  const spans = new Map<Expression, Syntax['span']>();
  const run = (locals: ReadonlyMap<string, ValueType>, asked: ReadonlySet<string>, elements: Elements): Checking => {
    const checking: Checking = {
      environment,
      diagnostics: found,
      locals,
      asked,
      elements,
      spans,
      check: (syntax, inner, within = asked, inside = elements) =>
        checkNode(inner === undefined ? checking : run(inner, within, inside), syntax),
    };
    return checking;
  };
  const checking = run(environment.locals ?? new Map(), new Set(), new Map());
  let tree = checkPlaces(checking, ast) ? checking.check(ast) : undefined;
  if (tree !== undefined && environment.expected !== undefined)
    tree = coerceToExpected(checking, tree, environment.expected);
  else if (tree !== undefined && removeNullable(tree.type).kind === 'months') {
    const { place } = environment;
    tree = fail(checking, diagnostics['wrong-result'](ast.span, place, 'a value', describeType(tree.type)));
  }
  if (tree !== undefined && environment.store) {
    tree = compareBooleans(checking, tree);
    checkProfile(checking, tree);
  }
  if (tree === undefined || found.length > 0) return { diagnostics: found };
  checkFailing(checking, tree);
  return found.some(({ severity }) => severity === 'error') ? { diagnostics: found } : { tree, diagnostics: found };
}

function checkNode(checking: Checking, syntax: Syntax): Expression | undefined {
  switch (syntax.kind) {
    case 'int': {
      const value = Number(syntax.digits);
      const plain = Number.isSafeInteger(value);
      const type: ValueType = plain ? { kind: 'int' } : { kind: 'int', wide: true };
      return recordSpan(checking, syntax.span, { op: 'literal', value: plain ? value : syntax.digits, type });
    }
    case 'string':
      if (syntax.value.includes('\0'))
        return fail(
          checking,
          diagnostics['outside-the-language'](
            syntax.span,
            'The character U+0000',
            undefined,
            'leave it out: no stored text has it',
          ),
        );
      return recordSpan(checking, syntax.span, { op: 'literal', value: syntax.value, type: { kind: 'string' } });
    case 'double':
    case 'bool':
      return recordSpan(checking, syntax.span, { op: 'literal', value: syntax.value, type: { kind: syntax.kind } });
    case 'null':
      return recordSpan(checking, syntax.span, { op: 'literal', value: null, type: { kind: 'null' } });
    case 'name':
      return checkName(checking, syntax);
    case 'select':
      return checkSelect(checking, syntax);
    case 'index':
      return checkIndex(checking, syntax);
    case 'not':
    case 'negate':
      return checkUnary(checking, syntax);
    case 'binary':
      return checkBinary(checking, syntax);
    case 'choose':
      return checkChoose(checking, syntax);
    case 'list':
      return checkList(checking, syntax);
    case 'object':
      return checkObject(checking, syntax);
    case 'call':
      return checkCall(checking, syntax);
  }
}

function checkUnary(checking: Checking, syntax: Syntax & { readonly kind: 'not' | 'negate' }): Expression | undefined {
  const found = checking.check(syntax.of);
  if (found === undefined) return undefined;
  const of = requireNonNull(checking, found);
  const type = getBaseType(of.type);
  const span = locateNode(checking, of);
  if (syntax.kind === 'not') {
    if (type.kind === 'bool') return recordSpan(checking, syntax.span, { op: 'not', of, type });
    return fail(checking, diagnostics['wrong-operand'](span, 'not', 'a condition', describeType(of.type)));
  }
  if (type.kind === 'decimal' && of.op === 'literal')
    return recordSpan(checking, syntax.span, { ...of, value: negateDecimal(String(of.value)) });
  const well = ['int', 'double', 'decimal', 'duration'].includes(type.kind);
  if (well) return recordSpan(checking, syntax.span, { op: 'negate', of, type });
  return fail(
    checking,
    diagnostics['wrong-operand'](span, '-', 'a number, a decimal or a duration', describeType(of.type)),
  );
}

function checkChoose(checking: Checking, syntax: Syntax & { readonly kind: 'choose' }): Expression | undefined {
  const found = checking.check(syntax.when);
  const first = checking.check(syntax.outcome);
  const second = checking.check(syntax.otherwise);
  if (found === undefined) return undefined;
  const when = requireNonNull(checking, found);
  if (when.type.kind !== 'bool') {
    const what = describeType(when.type);
    return fail(checking, diagnostics['wrong-operand'](locateNode(checking, when), '?', 'a condition', what));
  }
  if (first === undefined || second === undefined) return undefined;
  const together = unifyTypes(checking, [first, second]);
  if (together === undefined) return undefined;
  const [then, otherwise] = together.items as [Expression, Expression];
  return recordSpan(checking, syntax.span, { op: 'choose', when, then, otherwise, type: together.type });
}

function checkList(checking: Checking, syntax: Syntax & { readonly kind: 'list' }): Expression | undefined {
  const found = syntax.items.map((item) => checking.check(item));
  if (found.includes(undefined)) return undefined;
  const together = unifyTypes(checking, found as Expression[]);
  if (together === undefined) return undefined;
  return recordSpan(checking, syntax.span, {
    op: 'list',
    items: together.items,
    type: { kind: 'list', item: together.type },
  });
}

/** Unifies values to one type: integer literals next to numbers are numbers, next to decimals decimals, an empty list is of any type. */
function unifyTypes(
  checking: Checking,
  found: readonly Expression[],
): { readonly items: readonly Expression[]; readonly type: ValueType } | undefined {
  const kinds = new Set(found.map((item) => removeNullable(item.type).kind));
  const convert = kinds.has('decimal') ? toDecimalNode : kinds.has('double') ? toNumberNode : undefined;
  const items = convert === undefined ? found : found.map((item) => convert(checking, item) ?? item);
  const filled = items.filter((item) => !isEmpty(item));
  let type: ValueType | undefined;
  for (const item of filled) {
    const both: ValueType | undefined = type === undefined ? item.type : joinTypes(type, item.type);
    if (both === undefined) {
      const [before, what] = [describeType(type!), describeType(item.type)];
      return fail(checking, diagnostics['mixed-items'](locateNode(checking, item), before, what));
    }
    type = both;
  }
  const whole = type ?? items[0]?.type ?? { kind: 'any' };
  const empties = removeNullable(whole).kind === 'list' ? whole : undefined;
  return {
    items: items.map((item) => (isEmpty(item) && empties ? retypeNode(checking, item, empties) : item)),
    type: whole,
  };
}

function isEmpty(item: Expression): boolean {
  return item.op === 'list' && item.items.length === 0;
}
