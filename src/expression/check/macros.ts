import { diagnostics } from '../diagnostics.ts';
import { listElements } from '../elements.ts';
import type { Syntax } from '../parse/syntax.ts';
import { reservedWords } from '../reserved.ts';
import type { Expression, ValueType } from '../tree.ts';
import { describeType, removeNullable } from '../types.ts';
import { type Checking, fail, locateNode, recordSpan } from './checking.ts';
import { requireNonNull } from './coerce.ts';

type MacroName = (Expression & { readonly op: 'macro' })['name'];

/** Checks `list.all(x, condition)` and its like; `list.map(x, condition, value)` is a filter and a map. */
export function checkMacro(checking: Checking, call: Syntax & { readonly kind: 'call' }): Expression | undefined {
  const found = checking.check(call.receiver!);
  const item = found && getItemType(checking, call.name, found);
  // The parser admits only a plain name here.
  const { name: variable, span } = call.args[0] as Syntax & { readonly kind: 'name' };
  if (reservedWords.has(variable))
    return fail(checking, diagnostics['macro-variable'](span, variable, 'it is a keyword'));
  if (found === undefined || item === undefined) return undefined;
  const locals = new Map([...checking.locals, [variable, item]]);
  const over = requireNonNull(checking, found);
  if (call.args.length === 2)
    return checkMacroBody(checking, call, call.name as MacroName, over, variable, item, call.args[1]!, locals);
  const kept = checkMacroBody(checking, call, 'filter', over, variable, item, call.args[1]!, locals);
  return kept && checkMacroBody(checking, call, 'map', kept, variable, item, call.args[2]!, locals);
}

function getItemType(checking: Checking, name: string, over: Expression): ValueType | undefined {
  const type = removeNullable(over.type);
  if (type.kind === 'list') return type.item;
  if (type.kind === 'map') return { kind: 'string' };
  if (type.kind === 'any') return type;
  return fail(
    checking,
    diagnostics['wrong-argument'](locateNode(checking, over), name, 'a list or a map', describeType(over.type)),
  );
}

function checkMacroBody(
  checking: Checking,
  call: Syntax,
  name: MacroName,
  over: Expression,
  variable: string,
  item: ValueType,
  inside: Syntax,
  locals: ReadonlyMap<string, ValueType>,
): Expression | undefined {
  const elements = new Map([...checking.elements, [variable, listElements(over, checking.elements)]]);
  const found = checking.check(inside, locals, checking.asked, elements);
  if (found === undefined) return undefined;
  if (name === 'map') {
    const type: ValueType = { kind: 'list', item: found.type };
    return recordSpan(checking, call.span, { op: 'macro', name, over, variable, body: found, type });
  }
  const body = requireNonNull(checking, found);
  if (body.type.kind !== 'bool') {
    return fail(checking, diagnostics['wrong-argument'](inside.span, name, 'a condition', describeType(body.type)));
  }
  const type: ValueType = name === 'filter' ? { kind: 'list', item } : { kind: 'bool' };
  return recordSpan(checking, call.span, { op: 'macro', name, over, variable, body, type });
}
