import type { AnswerMember, AnswerShape } from '../../plan/shape.ts';
import { type Answers, compileShownRecord, type Handled, type JsonFragment } from '../answers/writer.ts';
import { toSourceString } from '../module.ts';

type Of<K extends AnswerShape['kind']> = AnswerShape & { readonly kind: K };

/** How the place of a member is called: inside an object that the Response alone has, or inside a value that code gives. */
export function createHandledOutput(handled: Handled, member: string, shape: AnswerShape): Handled {
  const { shown, given, envelope } = handled;
  if (shape.kind === 'object') {
    const around = `${shown}${member}`;
    return { ...handled, shown: `${around}.`, envelope: envelope === '' ? around : envelope };
  }
  const read = readBy(shape, member);
  if (read === undefined) return handled;
  const items = isList(shape) ? '[]' : '';
  return { ...handled, shown: `${shown}${member}${items}.`, given: `${given}${read}${items}.`, envelope: '' };
}

/** The member of what code gave back that a shape reads. */
function readBy(shape: AnswerShape, member: string): string | undefined {
  if (shape.kind === 'records') return member;
  if (shape.kind === 'embedded') return shape.field;
  if (shape.kind === 'children') return shape.identity;
  return 'path' in shape ? shape.path.join('.') : undefined;
}

function isList(shape: AnswerShape): boolean {
  return shape.kind === 'records' || ('list' in shape && shape.list === true);
}

/** A member that the Response must show: where code gives back nothing for it, the answer fails. */
export function requireField({ $ }: Answers, made: JsonFragment, member: AnswerMember, handled: Handled): JsonFragment {
  const { optional, shape, name } = member;
  const read = readBy(shape, name);
  if (optional || read === undefined) return made;
  const { response, shown, given, envelope } = handled;
  const [from, to] = [`${given}${read}`, `${shown}${name}`];
  const what = `${isList(shape) ? 'list ' : ''}\`${from}\``;
  const place = from === to ? 'shows' : `shows as \`${to}\``;
  const form = envelope === '' ? '' : `: return its fields without \`${envelope}\` around them`;
  return withFailure($, made, `the handler returned no ${what}, which the Response (${response}) ${place}${form}`);
}

/** A whole answer that code gives back: where it is not there, the answer fails. */
export function requireWholeResponse(
  { $ }: Answers,
  made: JsonFragment,
  shape: AnswerShape,
  { response }: Handled,
): JsonFragment {
  if (shape.kind === 'cel') return made;
  const what = isList(shape) ? 'list' : 'value';
  return withFailure($, made, `the handler returned no ${what}, which the Response (${response}) shows`);
}

function withFailure($: string, { text, maybe, absent }: JsonFragment, why: string): JsonFragment {
  const due = maybe === true ? `${$}.due(${text}, ${toSourceString(why)})` : text;
  return { text: absent === undefined ? due : `(${absent} ? ${$}.due(undefined, ${toSourceString(why)}) : ${due})` };
}

/** The text of what code gave back, in the form of the version that answers; `holder` is the resource or object that it is. */
export function compileReturnedValue(
  answers: Answers,
  holder: string | undefined,
  shape: AnswerShape,
  value: string,
): string {
  const whole = `((${value}) ?? {})`;
  if (holder !== undefined) return compileShownRecord(answers, holder, whole);
  return [...collectHolders(answers, shape)].reduce(
    (text, holderName) => compileShownRecord(answers, holderName, text),
    whole,
  );
}

/** The resources and objects whose fields code gives back side by side. */
function collectHolders(answers: Answers, shape: AnswerShape): ReadonlySet<string> {
  if (shape.kind === 'object') {
    return new Set(shape.members.flatMap((member) => [...collectHolders(answers, member.shape)]));
  }
  return new Set(shape.kind === 'field' && shape.of !== undefined && !isUnion(answers, shape.of) ? [shape.of] : []);
}

function isUnion({ plan }: Answers, name: string): boolean {
  return plan.unions.some((union) => union.name === name);
}

/** The text of a value that is a union, or several, in the form of the version that answers. */
export function compileUnionValue(answers: Answers, { of, schema }: Of<'field'>, value: string): string {
  if (answers.olderRecords === undefined || of === undefined || !isUnion(answers, of)) return value;
  if (schema.type !== 'list') return compileShownRecord(answers, of, value);
  return `(Array.isArray(${value}) ? ${value}.map((one) => ${compileShownRecord(answers, of, 'one')}) : ${value})`;
}

/** A function `(g, v)` that gives what code gave back for a shape; nothing where that is null, or no list where one is due. */
export function compileReturnedCall(answers: Answers, { list, item, of }: Of<'picked'>, renderer: string): string {
  const { module } = answers;
  const shown = (text: string): string => `${renderer}(g, ${compileReturnedValue(answers, of, item, text)})`;
  if (!list) return module.declare('g, v', `return v == null ? undefined : ${shown('v')};`);
  const items = `for (let i = 0; i < v.length; i++) t += (i === 0 ? '' : ',') + ${shown('v[i]')};`;
  return module.declare('g, v', `if (!Array.isArray(v)) return undefined; let t = '['; ${items} return t + ']';`);
}
