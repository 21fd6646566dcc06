import type { Cell, CellText } from '../../../markdown/cells/cell.ts';
import { splitItems, toPlainString } from '../../../markdown/cells/cell-text.ts';
import { getCodeContent } from '../../../markdown/cells/readers.ts';
import { createCellText, sliceTokens } from '../../../markdown/cells/tokens.ts';
import type { ParseContext } from '../../../markdown/content.ts';
import { listRoles } from '../../../shape/roles.ts';
import type { Name, SourceText, Span } from '../../../text/location.ts';
import { own } from '../../../text/own-property.ts';
import { isWrong, limitKind } from '../../limits/kinds/index.ts';
import { isNotShown } from '../../not-shown.ts';
import { diagnostics } from '../diagnostics.ts';
import type { ListsModel, OperationModel, ParameterModel, ResponseModel } from '../model.ts';
import { findOperationKind } from '../operations/index.ts';

/** The words after `by`: the paging, its parameter, and the built-in value of the member after the records. */
const pagings: Readonly<
  Record<string, { readonly paging: ListsModel['paging']; readonly parameter: string; readonly value: string }>
> = {
  cursor: { paging: 'cursor', parameter: 'cursor', value: 'next cursor' },
  page: { paging: 'page number', parameter: 'page', value: 'total count' },
  offset: { paging: 'offset', parameter: 'offset', value: 'total count' },
};

/** Reports why a text is not the line, and the edit that makes it one. */
type Wrong = (span: Span, why: string, edit?: Parameters<typeof diagnostics.lists>[2]) => undefined;
type ListRole = (typeof listRoles)[number];

/** The built-in values that members of other names are meant for. */
const meant: Readonly<Record<string, ListRole>> = {
  next: 'next cursor',
  cursor: 'next cursor',
  previous: 'previous cursor',
  prev: 'previous cursor',
  total: 'total count',
  count: 'total count',
  more: 'has more',
  page: 'page number',
  size: 'page size',
  limit: 'page size',
  pages: 'page count',
};

/** Reads the line Lists: `{ data, next } by cursor; 25, at most 100`. */
export function readLists(cell: Cell, context: ParseContext): ListsModel | undefined {
  if (cell.kind !== 'value') return undefined;
  const wrong: Wrong = (span, why, edit) => {
    context.diagnostics.push(diagnostics.lists(span, why, edit));
    return undefined;
  };
  const [form, size, clamp, more] = splitItems(unwrapCode(cell.text), ';');
  const { tokens } = form!;
  const by = tokens.findLastIndex(({ text }) => text === 'by');
  const word = tokens[by + 1];
  const way = by < 1 || word === undefined ? undefined : own(pagings, word.text);
  if (way === undefined || tokens.length > by + 2) {
    const example = findExample(form!);
    const span = example === undefined && by > 0 && word !== undefined ? word.span : form!.span;
    const edit = example === undefined ? {} : { help: `state the shape too, such as \`${example}\`` };
    return wrong(span, 'expected a shape and `by cursor`, `by page` or `by offset`', edit);
  }
  const members = readMembers(unwrapCode(sliceTokens(form!, 0, by)), way.value, wrong);
  if (members === undefined) return undefined;
  if (clamp !== undefined && toPlainString(clamp) !== 'clamp')
    return wrong(clamp.span, 'expected `clamp` after the page size');
  if (more !== undefined) return wrong(more.span, 'nothing follows `clamp`');
  const model: ListsModel = {
    ...(members.length === 0 ? {} : { members }),
    paging: way.paging,
    ...(clamp === undefined ? {} : { clamp: true }),
    span: cell.span,
  };
  if (size === undefined) return model;
  const value = limitKind('page size')!.read(size);
  if (isWrong(value)) return wrong(value.span, `${value.wrong}; a page size is \`25, at most 100\``);
  return { ...model, pageSize: { value, span: size.span, text: size.words.text } };
}

function unwrapCode(text: CellText): CellText {
  const code = getCodeContent(text);
  return code === undefined ? text : createCellText(code);
}

/** An example of the form, if only the way of paging is there. */
function findExample({ words }: CellText): string | undefined {
  const [, way = ''] = /^by (\w+)$/.exec(words.text) ?? [];
  const members = own(pagings, way)?.value === 'next cursor' ? 'data, next' : 'data, total';
  return own(pagings, way) === undefined ? undefined : `{ ${members} } ${words.text}`;
}

/** Reads the shape: `[]`, or names in braces, of which all but the first are built-in values. */
function readMembers(shape: CellText, usual: string, wrong: Wrong): ListsModel['members'] | undefined {
  const { tokens } = shape;
  const marks = `${tokens[0]?.text}${tokens.at(-1)?.text}`;
  if (marks === '[]' && tokens.length === 2) return [];
  if (marks !== '{}' || tokens.length < 3) return wrong(shape.span, 'expected `{ data, next }` or `[]`');
  const members: { readonly name: string; readonly value?: string }[] = [];
  for (const [index, item] of splitItems(sliceTokens(shape, 1, tokens.length - 1), ',').entries()) {
    const [name = '', value] = toPlainString(item).split(/: */);
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) || members.some((member) => member.name === name))
      return wrong(item.span, `\`${name}\` is not a member, or is there twice`);
    if (index === 0) {
      if (value !== undefined) return wrong(item.span, 'the first member contains the records and has no value');
      members.push({ name });
      continue;
    }
    const role = value ?? (index === 1 ? usual : undefined);
    const due = findMeant(name);
    if (role === undefined || !listRoles.some((known) => known === role)) {
      const known = listRoles.map((known) => `\`${known}\``).join(', ');
      const edit = due === undefined ? {} : { suggestion: `${name}: ${due}` };
      return wrong(item.span, `\`${name}\` has no built-in value: write \`${name}: \` and one of ${known}`, edit);
    }
    if (value === undefined && due !== undefined && due !== usual) {
      const isNamed = due.endsWith('cursor') && /\btotal\b/.test(shape.words.text);
      const edit = isNamed ? { help: `remove \`${name}\`` } : { suggestion: nameUsual(name, due, usual) };
      return wrong(item.span, `\`${name}\` would contain \`${usual}\``, edit);
    }
    members.push({ name, value: role });
  }
  return members;
}

/** Returns the built-in value that a name is or is meant for. */
function findMeant(name: string): ListRole | undefined {
  const words = name
    .replaceAll('_', ' ')
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase();
  return listRoles.find((role) => role === words) ?? own(meant, words);
}

/** Returns the second member with the value that its name is meant for, where the way of paging has that value. */
function nameUsual(name: string, due: ListRole, usual: string): string {
  if (usual === 'next cursor') return `next, ${name}: ${due}`;
  return due.endsWith('cursor') ? 'total' : `${name}: ${due}`;
}

/** Whether the responses of a list are built-in values alone: then it has no pages. A shape of records ends in `[]`. */
function showsNoRecords({ responses }: OperationModel): boolean {
  if (isNotShown(responses) || responses.length === 0) return false;
  return responses.every(({ shape }) => shape !== undefined && !shape.text.includes('[]'));
}

/**
 * Adds to a list that shows records the parameters of its paging that it does not state; one whose name it uses otherwise is a
 * diagnostic.
 */
export function withListParameters(
  operation: OperationModel,
  lists: ListsModel,
  { diagnostics: found }: ParseContext,
): OperationModel {
  if (findOperationKind(operation.name).name !== 'list' || showsNoRecords(operation)) return operation;
  const { parameters } = operation;
  const stated = new Set(parameters.map(({ means }) => means?.kind));
  const isPaged = ['cursor', 'offset', 'page number', 'after id', 'before id'].some((kind) =>
    stated.has(kind as never),
  );
  const { parameter } = Object.values(pagings).find(({ paging }) => paging === lists.paging)!;
  const { span } = lists;
  const add = (name: string, kind: 'page size' | ListsModel['paging']): ParameterModel => ({
    name: { value: name, span },
    in: 'query',
    means: { kind, span },
    constraints: [],
    span,
  });
  const added = [add('limit', 'page size'), ...(isPaged ? [] : [add(parameter, lists.paging)])].filter(
    ({ means }) => !stated.has(means?.kind),
  );
  for (const { name } of added) {
    const taken = parameters.find((parameter) => parameter.in === 'query' && parameter.name.value === name.value);
    if (taken !== undefined)
      found.push(diagnostics['lists-parameter'](taken.name.span, name.value, operation.name.text));
  }
  return added.length === 0 ? operation : { ...operation, parameters: [...parameters, ...added] };
}

/** Returns the response of a list of a resource by the line Lists. */
export function buildListResponse({ value, span: place }: Name, { members, span }: ListsModel): ResponseModel {
  const [first, ...others] = members ?? [];
  const values = others.map(({ name, value }) => `, ${name}: ${value}`).join('');
  const [head, tail] = first === undefined ? ['', '[]'] : [`{ ${first.name}: `, `[]${values} }`];
  const { text, offsets } = createText(`${head}${value}${tail}`, span);
  const shape = {
    text,
    span,
    offsets: offsets.map((offset, at) => {
      const from = at - head.length;
      return from >= 0 && from < value.length ? place.start + from : offset;
    }),
  };
  return { status: { value: 200, span }, shape, headers: [], span };
}

/** Words that are not in the document: each of them has the place of what states them. */
function createText(text: string, span: Span): SourceText & Required<Pick<SourceText, 'offsets'>> {
  return { text, span, offsets: Array.from({ length: text.length + 1 }, () => span.start) };
}
