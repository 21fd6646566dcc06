import { runtime } from '../expression/runtime.ts';
import type { Expression } from '../expression/tree.ts';
import { findFieldsOfOthers } from '../plan/records/questions.ts';
import { indexInRow } from '../plan/records/row.ts';
import type { AnswerMember, AnswerShape } from '../plan/shape.ts';
import { findNamed } from '../text/find-named.ts';
import { declareShownValue, isShownField } from './answers/expressions.ts';
import { compileFigure } from './answers/figures.ts';
import { compileGroups } from './answers/groups.ts';
import { toChildrenKey, toEmbeddedKey } from './answers/runtime.ts';
import {
  type AnswerCodeContext,
  type Answers,
  compileOptionalRole,
  compileShownRecord,
  type JsonFragment,
  type OlderRecordCode,
} from './answers/writer.ts';
import { compileFieldAccess, compilePath, toSourceString } from './module.ts';
import { compileReturnedCall, compileUnionValue, createHandledOutput, requireField } from './outputs/handled.ts';

/** The text of a shape's JSON; `g` is the request, `r` the record or row. Undefined where a row does not do. */
export function compileFragment(
  answers: Answers,
  shape: AnswerShape,
  context: AnswerCodeContext,
): JsonFragment | undefined {
  switch (shape.kind) {
    case 'literal':
      return { text: toSourceString(JSON.stringify(shape.value)) };
    case 'figure':
      return compileFigure(answers, shape, context, false);
    case 'groups':
      return compileGroups(answers, shape, context);
    case 'role':
      if (context.row) return undefined;
      return { text: context.roles[shape.role] ?? `'null'` };
    case 'cel':
      return context.row ? undefined : compileExpressionFragment(answers, shape.value, context, 'failed', 'the value');
    case 'records':
      if (context.handled !== undefined)
        return { text: context.handled.listed(shape, 'r', context.handled), maybe: true };
      return context.list === undefined ? { text: `'[]'` } : { text: context.list(shape.item) };
    case 'object':
      return compileObjectFragment(answers, shape.members, context);
    case 'field':
      return compileStoredFieldFragment(answers, shape, context);
    case 'embedded':
      return context.row ? undefined : compileEmbeddedFragment(answers, shape, context);
    case 'children':
      return context.row ? undefined : compileChildrenFragment(answers, shape, context);
    case 'picked':
      return context.row ? undefined : compilePickedFragment(answers, shape, context);
  }
}

/** A value that an expression gives; the piece's text calls a function that lets failures through. */
function compileExpressionFragment(
  answers: Answers,
  tree: Expression,
  context: AnswerCodeContext,
  failure: 'failed' | 'notComputed',
  name: string,
  optional = false,
): JsonFragment {
  const { module, $ } = answers;
  const { olderRecords } = answers;
  const isOwn = failure === 'failed';
  const value =
    olderRecords === undefined
      ? declareShownValue(answers, context.resource?.name, tree)
      : compileDowngradedValue(answers, olderRecords, tree, context, isOwn);
  const call = module.declare(
    'g, r',
    `try { return ${$}.maybe(${value}(g, r)); } catch (e) { return ${$}.${failure}(e, ${optional}, ${toSourceString(name)}); }`,
  );
  return { text: `${call}(g, r)`, maybe: true };
}

/**
 * Compiles a value for clients of a previous version; `r` is the record in that version. `isOwn`: the shape states it, not a computed
 * field; then a field alone, of the record or of its previous form, is read in that version. Everything else is computed over the record
 * itself.
 */
function compileDowngradedValue(
  answers: Answers,
  olderRecords: OlderRecordCode,
  tree: Expression,
  context: AnswerCodeContext,
  isOwn: boolean,
): string {
  const { module } = answers;
  const present = (expression: Expression): string => {
    return `${declareShownValue(answers, context.resource?.name, expression)}(g, ${olderRecords.present}(r))`;
  };
  if (isOwn && tree.op === 'choose') {
    const [then, otherwise] = [tree.then, tree.otherwise].map((expression) =>
      compileDowngradedValue(answers, olderRecords, expression, context, isOwn),
    );
    return module.declare('g, r', `return ${present(tree.when)} ? ${then}(g, r) : ${otherwise}(g, r);`);
  }
  const own = isOwn && tree.op === 'path' && tree.steps.length === 1 ? tree : undefined;
  const resource = context.resource?.name;
  if (own === undefined || resource === undefined || (own.root !== 'record' && own.root !== 'old')) {
    return module.declare('g, r', `return ${present(tree)};`);
  }
  const read = own.steps[0]!.name;
  const stored = findNamed(findNamed(olderRecords.resources, resource)?.fields, read);
  const name = isShownField(stored) ? undefined : olderRecords.field(resource, read);
  if (name === undefined) return module.declare('g, r', `return ${present(tree)};`);
  const from = own.root === 'record' ? 'r' : `(${olderRecords.down(resource)}(g.before) ?? {})`;
  return module.declare('g, r', `return ${module.constant(runtime)}.present(${compileFieldAccess(from, name)});`);
}

function compileObjectFragment(
  answers: Answers,
  members: readonly AnswerMember[],
  context: AnswerCodeContext,
): JsonFragment | undefined {
  const { $ } = answers;
  let text = '';
  let begun = false;
  const parts: string[] = [];
  for (const member of members) {
    const written = compileFieldFragment(answers, member, context);
    if (written === undefined) return undefined;
    const made = context.handled === undefined ? written : requireField(answers, written, member, context.handled);
    const chosen = context.own && context.fields !== undefined ? context.fields : undefined;
    const sure = made.maybe === undefined && made.absent === undefined && chosen === undefined;
    const comma = begun || !(sure && parts.length === 0);
    const key = toSourceString(`${comma ? ',' : '{'}${JSON.stringify(member.name)}:`);
    const part = made.maybe ? `${$}.member(${key}, ${made.text})` : `${key} + ${made.text}`;
    const guarded = made.absent === undefined ? part : `(${made.absent} ? '' : ${part})`;
    parts.push(
      chosen === undefined
        ? guarded
        : `(${chosen} === undefined || ${chosen}.includes(${toSourceString(member.name)}) ? ${guarded} : '')`,
    );
    if (parts.length === 1 && sure) begun = true;
  }
  text = parts.length === 0 ? `''` : parts.join(' + ');
  return { text: begun ? `(${text} + '}')` : `${$}.object('' + ${text})` };
}

function compileFieldFragment(
  answers: Answers,
  member: AnswerMember,
  around: AnswerCodeContext,
): JsonFragment | undefined {
  const { shape, optional, name } = member;
  const { handled } = around;
  const context = handled === undefined ? around : { ...around, handled: createHandledOutput(handled, name, shape) };
  if (shape.kind === 'cel')
    return context.row ? undefined : compileExpressionFragment(answers, shape.value, context, 'failed', name, optional);
  if (shape.kind === 'records' && context.handled !== undefined) {
    return { text: context.handled.listed(shape, compileFieldAccess('r', name), context.handled), maybe: true };
  }
  if (shape.kind === 'figure') return compileFigure(answers, shape, context, optional);
  if (shape.kind === 'role' && optional && !context.row) return compileOptionalRole(context.roles[shape.role]);
  if (shape.kind === 'object' && context.own) return compileFragment(answers, shape, dropFieldSelection(context));
  const field = context.own && shape.kind === 'field' && shape.path.length === 1 ? shape.path[0]! : undefined;
  const expand = field === undefined ? undefined : context.expand.get(field);
  const plain = compileFragment(answers, shape, context);
  if (expand === undefined || plain === undefined) return plain;
  const other = compileFragment(answers, expand.shape, context);
  if (other === undefined) return undefined;
  const bare = plain.absent === undefined ? plain.text : `(${plain.absent} ? undefined : ${plain.text})`;
  const asked = `${expand.parameter}?.includes(${JSON.stringify(field)})`;
  return { text: `(${asked} ? ${other.text} : ${bare})`, maybe: true };
}

/** Below the record's own members the parameter `fields` chooses no more. */
function dropFieldSelection({ fields: _, ...place }: AnswerCodeContext): AnswerCodeContext {
  return place;
}

type FieldShape = AnswerShape & { readonly kind: 'field' };

function compileStoredFieldFragment(
  answers: Answers,
  shape: FieldShape,
  context: AnswerCodeContext,
): JsonFragment | undefined {
  const { path, schema } = shape;
  const [name = ''] = path;
  const plan = path.length === 1 ? findNamed(context.resource?.fields, name) : undefined;
  if (isShownField(plan)) {
    if (context.row) return undefined;
    const others = isOfOthers(context, name);
    const shown = compileExpressionFragment(answers, plan.computed.value, context, 'notComputed', name, others);
    return plan.schema.nullable === true ? { text: `(${shown.text} ?? 'null')` } : shown;
  }
  let value: string;
  if (context.row) {
    const at = plan === undefined ? -1 : indexInRow(context.resource!, name);
    if (at === -1) return undefined;
    value = `r[${at}]`;
  } else value = compilePath(path);
  if (context.handled !== undefined) {
    const text = answers.values.safe(schema, compileUnionValue(answers, shape, value));
    return { text, absent: `${value} ${schema.nullable === true ? '=== undefined' : '== null'}` };
  }
  const text = context.validated ? answers.values.of(schema, value, context.row) : answers.values.safe(schema, value);
  if (text === undefined) return undefined;
  if (schema.nullable === true) return { text: `(${value} == null ? 'null' : ${text})` };
  const sure = plan !== undefined && context.resource?.identity === name;
  return sure ? { text } : { text, absent: `${value} == null` };
}

function compileEmbeddedFragment(
  answers: Answers,
  shape: AnswerShape & { readonly kind: 'embedded' },
  context: AnswerCodeContext,
): JsonFragment {
  const { module } = answers;
  const field = findNamed(context.resource?.fields, shape.field);
  const one = declareOtherRecord(answers, shape, context);
  // Inside an object null is shown if it was sent; a record has null only if its field may be null.
  const inside = `v === null ? 'null' : undefined`;
  const nothing = field === undefined ? inside : field.schema.nullable === true ? `'null'` : 'undefined';
  const value = compileFieldAccess('r', shape.field);
  const isWrong = shape.list === true ? '!Array.isArray(v)' : `v == null || typeof v === 'object'`;
  const text = shape.list === true ? compileListText('v', one) : `return ${one}(g, v);`;
  const call = module.declare('g, r', `const v = ${value}; if (${isWrong}) return ${nothing}; ${text}`);
  return { text: `${call}(g, r)`, maybe: true };
}

/** Declares the text of a record that a shape embeds, by its identity; of a record that was not found, its identity alone. */
function declareOtherRecord(
  answers: Answers,
  shape: AnswerShape & { readonly kind: 'embedded' | 'children' },
  context: AnswerCodeContext,
): string {
  const { module, plan, $ } = answers;
  const resource = findNamed(plan.resources, shape.resource);
  const { handled: _, ...around } = dropFieldSelection(context);
  const inner: AnswerCodeContext = { ...around, resource, own: false };
  const item = compileFragment(answers, shape.item, inner)!;
  const shown = module.declare('g, r', `return ${item.text};`);
  const key = module.constant(toEmbeddedKey);
  const bare = toSourceString(`{${JSON.stringify(resource?.identity ?? 'id')}:`);
  return module.declare(
    'g, i',
    `const o = g.refs[${key}(${toSourceString(shape.resource)}, i)];
    return o === undefined ? ${bare} + ${$}.jsonText(i) + '}' : ${shown}(g, ${compileShownRecord(answers, shape.resource, 'o')});`,
  );
}

/** The records that refer to this one, which were found before: a list, perhaps of none. */
function compileChildrenFragment(
  answers: Answers,
  shape: AnswerShape & { readonly kind: 'children' },
  { handled, ...context }: AnswerCodeContext,
): JsonFragment {
  const { module } = answers;
  const one = declareOtherRecord(answers, shape, context);
  const key = toSourceString(`${toChildrenKey(shape)} `);
  const call = module.declare('g, i', `const v = g.children[${key} + String(i)] ?? []; ${compileListText('v', one)}`);
  const identity = compileFieldAccess('r', shape.identity);
  const text = `${call}(g, ${identity})`;
  return handled === undefined ? { text } : { text, absent: `${identity} == null` };
}

function compilePickedFragment(
  answers: Answers,
  shape: AnswerShape & { readonly kind: 'picked' },
  context: AnswerCodeContext,
): JsonFragment {
  const { module, plan } = answers;
  const given = context.handled !== undefined && shape.of !== undefined;
  const resource = given ? findNamed(plan.resources, shape.of) : undefined;
  const inner: AnswerCodeContext = { ...dropFieldSelection(context), resource, own: false };
  const item = compileFragment(answers, shape.item, inner)!;
  const renderer = module.declare('g, r', `return ${item.text};`);
  const value = shape.path.length === 0 ? 'r' : compilePath(shape.path);
  if (given) return { text: `${compileReturnedCall(answers, shape, renderer)}(g, ${value})`, maybe: true };
  const whole = shape.list ? compileListText('v', renderer) : `return ${renderer}(g, v);`;
  const call = module.declare(
    'g, r',
    `const v = ${value}; if (v === undefined) return undefined; if (v === null) return 'null'; ${whole}`,
  );
  return { text: `${call}(g, r)`, maybe: true };
}

/** The statements that return the text of a list, each item by the function `(g, item) => text`. */
function compileListText(list: string, item: string): string {
  return `let t = '['; for (let i = 0; i < ${list}.length; i++) t += (i === 0 ? '' : ',') + (${list}[i] === null ? 'null' : ${item}(g, ${list}[i])); return t + ']';`;
}

/** A field that is computed of other records is left out where it cannot be computed: no write of theirs may end the responses of this one. */
function isOfOthers({ resource }: AnswerCodeContext, name: string): boolean {
  return resource !== undefined && findFieldsOfOthers(resource).has(name);
}
