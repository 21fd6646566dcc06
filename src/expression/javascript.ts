import { emitCall, emitMacro } from './javascript/calls.ts';
import {
  type Access,
  type Code,
  type Emitting,
  formatNumber,
  isInt64,
  toCanonical,
  toIntegerWidth,
  toMilliseconds,
} from './javascript/code.ts';
import { emitBinary } from './javascript/operators.ts';
import { emitHas, emitIndex, emitPath, emitSelect } from './javascript/paths.ts';
import { extractQuestion, type QuestionNode } from './questions.ts';
import type { Expression, ValueType } from './tree.ts';
import { getBaseType, isDecimalType, removeNullable } from './types.ts';

export type { Access } from './javascript/code.ts';

/**
 * Writes an expression as the text of a JavaScript expression. It reads `$` (the `runtime` of `runtime.ts`) and what
 * `access` names, and gives the value or throws an `ExpressionError` (`failures.ts`). A date-time is given as its
 * canonical string, a 64-bit integer as a BigInt, any other integer as a number, a duration as the text of its seconds.
 * Names of the document reach the text through `JSON.stringify` alone. `fails` tells whether it can throw at all.
 */
export function compileExpression(
  tree: Expression,
  access: Access,
): { readonly source: string; readonly fails: boolean } {
  let counts = false;
  const run = (locals: ReadonlyMap<string, string>): Emitting => {
    const emitting: Emitting = {
      access,
      locals,
      emit: (node, inner) => emitNode(inner === undefined ? emitting : run(inner), node),
      counts: () => {
        counts = true;
      },
    };
    return emitting;
  };
  const emitting = run(access.locals ?? new Map());
  const code = emitBudgetedValue(emitting, tree, emitShown(toCanonical(emitting.emit(tree), tree.type), tree.type));
  const { work = 'undefined', until = 'undefined' } = access;
  return { source: counts ? `($.begin(${work}, ${until}), ${code.text})` : code.text, fails: code.fails };
}

/** Durations are shown as texts, also in lists. */
function emitShown(code: Code, type: ValueType): Code {
  const plain = getBaseType(type);
  if (plain.kind === 'list') return emitShown(code, plain.item);
  return plain.kind === 'duration' ? { text: `$.shownDurations(${code.text})`, fails: code.fails } : code;
}

/** A computed list or object is charged with the strings in it. */
function emitBudgetedValue(emitting: Emitting, tree: Expression, code: Code): Code {
  if ((removeNullable(tree.type).kind !== 'list' && tree.op !== 'object') || tree.op === 'path') return code;
  emitting.counts();
  return { text: `$.held(${code.text})`, fails: true };
}

function emitNode(emitting: Emitting, node: Expression): Code {
  switch (node.op) {
    case 'literal':
      return emitLiteral(node);
    case 'path':
      return emitPath(emitting, node);
    case 'has':
      return emitHas(emitting, node.of);
    case 'select':
      return emitSelect(emitting, node);
    case 'index':
      return emitIndex(emitting, node);
    case 'not': {
      const of = emitting.emit(node.of);
      return { text: `!${of.text}`, fails: of.fails };
    }
    case 'negate':
      return emitNegate(emitting.emit(node.of), node);
    case 'binary':
      return emitBinary(emitting, node);
    case 'choose':
      return emitChoose(emitting, node);
    case 'list':
      return emitList(emitting, node);
    case 'object':
      return emitObject(emitting, node);
    case 'call':
      return emitCall(emitting, node);
    case 'macro':
      return emitMacro(emitting, node);
    case 'question':
      return emitQuestion(emitting, node);
    case 'next':
      return emitNext(emitting, node);
  }
}

/** A value that is absent is given as undefined, and `failed` for one that cannot be computed: `findAnswer` fails where that matters. */
function emitQuestion(emitting: Emitting, node: QuestionNode): Code {
  if (emitting.access.ask === undefined) throw new Error('the surroundings of an expression answer no questions');
  const { question, given } = extractQuestion(node);
  const values = given.map((value) => {
    const code = toCanonical(emitting.emit(value), value.type);
    return code.fails ? `$.given(() => ${code.text})` : code.text;
  });
  const answer = emitting.access.ask(question, `[${values.join(', ')}]`);
  return node.value === undefined
    ? { text: answer, fails: true }
    : { text: isInt64(node.type) ? `BigInt(${answer} ?? $.absent())` : `(${answer} ?? $.absent())`, fails: true };
}

/** The store counts in plain numbers, whatever the field is. */
function emitNext({ access }: Emitting, node: Expression & { readonly op: 'next' }): Code {
  if (access.next === undefined) throw new Error('the surroundings of an expression give no sequence');
  const number = access.next(node.field, node.within);
  return { text: isInt64(node.type) ? `BigInt(${number})` : number, fails: true };
}

function emitLiteral(node: Expression & { readonly op: 'literal' }): Code {
  if (getBaseType(node.type).kind === 'int') {
    const text = formatNumber(Number(node.value));
    if (!isInt64(node.type)) return { text, fails: false };
    return { text: String(node.value).startsWith('-') ? `(${node.value}n)` : `${node.value}n`, fails: false };
  }
  return { text: typeof node.value === 'number' ? formatNumber(node.value) : JSON.stringify(node.value), fails: false };
}

function emitNegate(of: Code, node: Expression): Code {
  if (isDecimalType(node.type)) return { text: `$.negateDecimal(${of.text})`, fails: true };
  if (isInt64(node.type)) return { text: `$.int64(-${of.text})`, fails: true };
  // Taken from 0, an integer never becomes the negative zero.
  return { text: getBaseType(node.type).kind === 'double' ? `(-${of.text})` : `(0 - ${of.text})`, fails: of.fails };
}

function emitChoose(emitting: Emitting, node: Expression & { readonly op: 'choose' }): Code {
  const when = emitting.emit(node.when);
  const outcomes = [node.then, node.otherwise].map((side) => ({ side, code: emitting.emit(side) }));
  const lives = outcomes.some(({ code }) => code.live);
  const [then, otherwise] = outcomes.map(({ side, code }) =>
    toIntegerWidth(lives ? toMilliseconds(code, side.type) : code, side, node.type),
  ) as [Code, Code];
  const fails = when.fails || then.fails || otherwise.fails;
  return { text: `(${when.text} ? ${then.text} : ${otherwise.text})`, fails, ...(lives ? { live: true } : {}) };
}

function emitList(emitting: Emitting, node: Expression & { readonly op: 'list' }): Code {
  const type = removeNullable(node.type);
  const items = node.items.map((item) => {
    const code = toCanonical(emitting.emit(item), item.type);
    return type.kind === 'list' ? toIntegerWidth(code, item, type.item) : code;
  });
  return { text: `[${items.map((item) => item.text).join(', ')}]`, fails: items.some((item) => item.fails) };
}

function emitObject(emitting: Emitting, node: Expression & { readonly op: 'object' }): Code {
  const members = node.members.map(({ name, value, optional }) => {
    const code = toCanonical(emitting.emit(value), value.type);
    return `[${JSON.stringify(name)}, ${optional && code.fails ? `$.there(() => ${code.text})` : code.text}]`;
  });
  return { text: `$.made([${members.join(', ')}])`, fails: true };
}
