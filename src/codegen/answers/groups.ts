import { formatGroupValue, toGroupsKey } from '../../plan/figures.ts';
import type { GroupMember, GroupsShape } from '../../plan/shape.ts';
import { toSourceString } from '../module.ts';
import type { AnswerCodeContext, Answers, JsonFragment } from './writer.ts';

/** Writes the text of a list of groups; `a` holds the built-in values. */
export function compileGroups(
  answers: Answers,
  shape: GroupsShape,
  { resource }: Pick<AnswerCodeContext, 'resource'>,
): JsonFragment {
  const { module, olderRecords } = answers;
  const owner = resource?.name ?? '';
  const rename = (field: string): string => olderRecords?.newer(owner, field) ?? field;
  const key = toGroupsKey(shape, rename);
  const members = shape.members.map((member) => {
    const value = member.shape.kind === 'count' ? member.shape : { ...member.shape, field: rename(member.shape.field) };
    return compileMember(answers, owner, member, `g[${toSourceString(formatGroupValue(value))}]`);
  });
  const write = module.declare(
    'l',
    `let t = '['; for (let i = 0; i < l.length; i++) { const g = l[i]; let m = ''; ${members.join(' ')} t += (i === 0 ? '{' : ',{') + m.slice(1) + '}'; } return t + ']';`,
  );
  return { text: `${write}(a.figures?.[${toSourceString(key)}] ?? [])` };
}

/** Writes what adds a member to `m`, each with a comma before it; `value` is its value in the result of the store. */
function compileMember(
  { module, olderRecords, values, $ }: Answers,
  owner: string,
  { name, optional, shape }: GroupMember,
  value: string,
): string {
  const begin = toSourceString(`,${JSON.stringify(name)}:`);
  if (shape.kind === 'count') return `m += ${begin} + ${value};`;
  const text = module.declare('v', `return ${values.of(shape.schema, 'v', true) ?? values.safe(shape.schema, 'v')};`);
  if (shape.kind === 'figure' && shape.figure === 'sum') {
    const why = `${formatGroupValue(shape)} is beyond the range of its type`;
    const sum = `${value} === undefined ? undefined : ${text}(${value})`;
    if (optional) return `if (${value} !== undefined) m += ${begin} + ${text}(${value});`;
    return `m += ${begin} + ${$}.due(${sum}, ${toSourceString(why)});`;
  }
  const shown = olderRecords !== undefined && shape.kind === 'key' && shape.part === undefined;
  const present = olderRecords?.newer(owner, shape.field) ?? shape.field;
  const read = shown ? `${module.constant((of: unknown) => olderRecords.value(owner, present, of))}(${value})` : value;
  const write = `m += ${begin} + ${text}(${read});`;
  return `if (${value} != null) { ${write} }${optional ? '' : ` else m += ${begin} + 'null';`}`;
}
