import { diagnostics } from '../diagnostics.ts';
import type { Syntax } from '../parse/syntax.ts';
import {
  findFollowedAnchorOf,
  isQuestionName,
  listAnchors,
  listFoldedAnchors,
  type QuestionNode,
  questionForms,
} from '../questions.ts';
import { reservedWords } from '../reserved.ts';
import { checkQuestionProfile, compareBooleans } from '../sql/subset.ts';
import type { Expression, QuestionName, ValueType } from '../tree.ts';
import { describeType, getBaseType, removeNullable } from '../types.ts';
import { type Checking, fail, locateNode, recordSpan } from './checking.ts';
import { requireNonNull } from './coerce.ts';

type Call = Syntax & { readonly kind: 'call' };

/** The maximum number of questions nested in one another. */
const mostNested = 2;

/** The resource that a call asks about, if it is a question: its receiver is the name of a resource, and of nothing closer. */
export function findAskedResource({ environment, locals }: Checking, { receiver }: Call): string | undefined {
  if (receiver?.kind !== 'name') return undefined;
  const { name } = receiver;
  const { symbols, roots } = environment;
  if (locals.has(name) || symbols.identities?.has(name) !== true) return undefined;
  const record = roots.get('record');
  const isField = record?.kind === 'object' && symbols.fields(record.name)?.has(name) === true;
  return isField ? undefined : name;
}

/** Checks a question about the records of a resource. */
export function checkQuestion(checking: Checking, call: Call, resource: string): Expression | undefined {
  const { environment } = checking;
  const { name, args, nameSpan } = call;
  if (environment.asks !== true) return fail(checking, diagnostics['question-elsewhere'](call.span, environment.place));
  if (!isQuestionName(name)) return fail(checking, diagnostics['unknown-question'](nameSpan, resource, name));
  const [variable, condition, value] = args;
  const count = name === 'exists' || name === 'count' ? 2 : 3;
  if (args.length !== count || variable?.kind !== 'name') {
    return fail(checking, diagnostics['wrong-call'](call.span, name, `${resource}.${questionForms[name]}`));
  }
  const problem = findVariableProblem(checking, variable.name);
  if (problem !== undefined)
    return fail(checking, diagnostics['macro-variable'](variable.span, variable.name, problem));
  if (checking.asked.size >= mostNested) return fail(checking, diagnostics['deep-question'](call.span, mostNested));
  const asked = new Set([...checking.asked, variable.name]);
  const locals = new Map([...checking.locals, [variable.name, { kind: 'object', name: resource } as const]]);
  const found = checking.check(condition!, locals, asked);
  const of = value === undefined ? undefined : checking.check(value, locals, asked);
  if (found === undefined || (value !== undefined && of === undefined)) return undefined;
  const where = requireNonNull(checking, found);
  if (where.type.kind !== 'bool')
    return fail(
      checking,
      diagnostics['wrong-argument'](condition!.span, name, 'a condition', describeType(where.type)),
    );
  const type = resolveType(checking, name, of, value, asked);
  if (type === undefined) return undefined;
  const node: QuestionNode = recordSpan(checking, call.span, {
    op: 'question',
    name,
    resource,
    variable: variable.name,
    where: compareBooleans(checking, where),
    ...(of === undefined ? {} : { value: of }),
    type,
  });
  if (!environment.store && checking.asked.size === 0) checkQuestionProfile(checking, node);
  return checkAnchors(checking, node, condition!, call);
}

function findVariableProblem(checking: Checking, name: string): string | undefined {
  if (reservedWords.has(name)) return 'it is a keyword';
  return checking.locals.has(name) ? 'an enclosing macro has it' : undefined;
}

const added = new Set(['int', 'double', 'decimal']);
const compared = new Set(['int', 'double', 'decimal', 'string', 'date', 'timestamp']);

function resolveType(
  checking: Checking,
  name: QuestionName,
  of: Expression | undefined,
  written: Syntax | undefined,
  asked: ReadonlySet<string>,
): ValueType | undefined {
  if (of === undefined) return { kind: name === 'exists' ? 'bool' : 'int' };
  const type = removeNullable(of.type);
  const plain = getBaseType(type);
  const kinds = name === 'sum' ? added : compared;
  const isField = of.op === 'path' && of.root === 'local' && of.steps.length === 2 && asked.has(of.steps[0]!.name);
  const fits = type.kind === 'date' || (kinds.has(plain.kind) && type.kind !== 'choice' && type.kind !== 'ref');
  if (isField && fits && !(name === 'sum' && plain.kind === 'int' && plain.wide)) return type;
  const wanted =
    name === 'sum' ? 'an integer, number or decimal field of the record' : 'a field of the record that has an order';
  const isWide = plain.kind === 'int' && plain.wide === true;
  const what = isField ? (isWide ? 'an integer of 64 bits' : describeType(of.type)) : 'another expression';
  return fail(checking, diagnostics['wrong-argument'](written!.span, name, wanted, what));
}

/** An equality gives the index by which the records are found. */
function checkAnchors(checking: Checking, node: QuestionNode, condition: Syntax, call: Call): Expression | undefined {
  const anchors = listAnchors(node);
  const { symbols, roots } = checking.environment;
  const fields = symbols.fields(node.resource);
  const isFolded = listFoldedAnchors(node).some((field) => fields?.get(field)?.folded === true);
  if (anchors.length === 0 && !isFolded && findFollowedAnchorOf(node) === undefined) {
    return fail(checking, diagnostics['question-without-equality'](condition.span, node.resource, node.variable));
  }
  for (const { field, equals } of anchors) {
    const named = findNamed(checking, node.resource, field);
    if (named === undefined || equals.op !== 'path' || equals.steps.length === 0) continue;
    const owner = findOwner(checking, equals, roots.get(equals.root));
    const identity = owner === undefined ? undefined : symbols.identities?.get(owner);
    if (owner === undefined || owner === named || equals.steps.at(-1)!.name !== identity) continue;
    const span = locateNode(checking, equals);
    const path = `${node.variable}.${field}`;
    fail(checking, diagnostics['other-identity'](span.end === 0 ? call.span : span, path, named, owner));
  }
  return node;
}

/** The resource whose records a field names: that of a reference, or its own for an identity. */
function findNamed({ environment: { symbols } }: Checking, resource: string, field: string): string | undefined {
  if (symbols.identities?.get(resource) === field) return resource;
  const type = symbols.fields(resource)?.get(field)?.type;
  const plain = type && removeNullable(type);
  return plain?.kind === 'ref' ? plain.resource : undefined;
}

/** The resource whose field a path of one step reads. */
function findOwner(checking: Checking, path: Expression & { readonly op: 'path' }, root: ValueType | undefined) {
  const isLocal = path.root === 'local';
  const type = isLocal ? checking.locals.get(path.steps[0]!.name) : root;
  return path.steps.length === (isLocal ? 2 : 1) && type?.kind === 'object' ? type.name : undefined;
}

/** A count that is compared with a literal needs to be known no further than just past it. */
export function boundCount(node: Expression, other: Expression): Expression {
  if (node.op !== 'question' || node.name !== 'count' || other.op !== 'literal') return node;
  const most = Number(other.value) + 1;
  return Number.isSafeInteger(most) && most > 0 ? { ...node, most } : node;
}
