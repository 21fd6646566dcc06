import { entails } from '../../expression/conditions/entails.ts';
import { listQuestions, type QuestionNode, splitConditions } from '../../expression/questions.ts';
import { listChildNodes } from '../../expression/references.ts';
import type { Expression, QuestionName } from '../../expression/tree.ts';
import { findNamed } from '../../text/find-named.ts';
import { listExpansions, type OperationPlan } from '../operation.ts';
import type { Plan } from '../plan.ts';
import type { ResourcePlan } from '../resource.ts';
import type { AnswerShape } from '../shape.ts';
import { type Audience, listAudiences } from './audiences.ts';
import { getPermission, getReading, type Permission } from './permissions.ts';

type Planned = Pick<Plan, 'operations' | 'authentication' | 'resources'>;

/** A value that some audience sees, computed from records of a resource that this audience cannot read. */
export interface Reveal {
  /** The field, `Project.members`, or the operation with the member or header of its response: `read Project: members`. */
  readonly value: string;
  /** The expression as the document has it. */
  readonly words: string;
  readonly line: number;
  /** The resource whose records it is computed from, and how: by a question, or as a field of the record that a `ref` names. */
  readonly of: string;
  readonly by: QuestionName | 'ref';
  /** The audiences that see the value, with the records of the resource that they may read: some or none. */
  readonly to: readonly { readonly audience: Audience; readonly reads: Exclude<Permission['may'], 'all'> }[];
}

/** A value that a response computes. */
export interface ShownValue {
  readonly name: string;
  readonly expression: Expression;
  readonly words: string;
  readonly line: number;
  /** The resource of the record that the value is shown with. */
  readonly owner: string | undefined;
}

/** Records of another resource that a value is computed from. */
interface Source {
  readonly of: string;
  readonly by: Reveal['by'];
  readonly question?: QuestionNode;
}

/** Lists the shown values that depend on records which an audience of the value cannot read. */
export function listReveals(plan: Planned): readonly Reveal[] {
  const found = new Map<string, Reveal>();
  for (const audience of listAudiences(plan)) {
    for (const value of listShownValues(plan, audience)) {
      for (const source of listSources(plan, value)) {
        const reads = findUnread(plan, source, audience);
        if (reads === undefined) continue;
        const { of, by } = source;
        const key = `${value.name} ${of} ${by}`;
        const { name, words, line } = value;
        const known = found.get(key) ?? { value: name, words, line, of, by, to: [] };
        if (known.to.some((to) => to.audience === audience)) continue;
        found.set(key, { ...known, to: [...known.to, { audience, reads }] });
      }
    }
  }
  return [...found.values()].sort((left, right) => left.line - right.line);
}

/**
 * Returns how many records of a source an audience may read; undefined if it may read all of them. Of a `ref`, only a resource without any
 * readable record counts: the caller that set the `ref` could read the record.
 */
function findUnread(plan: Planned, { of, question }: Source, audience: Audience): 'some' | 'none' | undefined {
  const { may, rule } = getReading(plan, of, audience);
  if (may === 'all') return undefined;
  if (question === undefined) return may === 'none' ? may : undefined;
  if (audience === 'public' && splitConditions(question.where).some(equalsCaller)) return undefined;
  return entails(toRecordRule(question), rule) ? undefined : may;
}

/** Whether a part of a question equals something to the caller: it finds no record for a request without a credential. */
function equalsCaller(node: Expression): boolean {
  return node.op === 'binary' && node.operator === '==' && [node.left, node.right].some(isCallerPath);
}

function isCallerPath(node: Expression): boolean {
  return node.op === 'path' && node.root === 'caller';
}

/** The condition of a question as a row rule of the resource that is asked about; fields of the asking record become opaque values. */
function toRecordRule({ where, variable }: QuestionNode): Expression {
  const turn = (node: unknown): unknown => {
    if (typeof node !== 'object' || node === null) return node;
    if (Array.isArray(node)) return node.map(turn);
    const path = node as Expression;
    if (path.op === 'path' && path.root === 'local' && path.steps[0]?.name === variable) {
      return { ...path, root: 'record', steps: path.steps.slice(1) };
    }
    if (path.op === 'path' && path.root === 'record') return { ...path, root: 'old' };
    return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, turn(value)]));
  };
  return turn(where) as Expression;
}

/** The records that a value is computed from, also through other fields that are computed where they are shown. */
function listSources({ resources }: Planned, { expression, owner }: ShownValue): readonly Source[] {
  const fields = findNamed(resources, owner)?.fields ?? [];
  const found: Source[] = [];
  const seen = new Set<string>();
  const visit = (node: Expression): void => {
    if (node.op === 'path') {
      found.push(
        ...node.steps.flatMap(({ through }) => (through === undefined ? [] : [{ of: through, by: 'ref' as const }])),
      );
      const field = node.root === 'record' ? findNamed(fields, node.steps[0]?.name) : undefined;
      if (field?.computed?.shown !== true || seen.has(field.name)) return;
      seen.add(field.name);
      visitWhole(field.computed.value);
    }
    for (const child of listChildNodes(node)) visit(child);
  };
  const visitWhole = (whole: Expression): void => {
    found.push(
      ...listQuestions(whole).map((question) => ({ of: question.resource, by: question.name, question }) as const),
    );
    visit(whole);
  };
  visitWhole(expression);
  return found;
}

/** The computed values in the responses of operations that an audience may call. */
export function listShownValues(
  plan: Planned,
  audience: Audience,
  operations: readonly OperationPlan[] = plan.operations,
): readonly ShownValue[] {
  return operations.flatMap((operation) => {
    if (operation.disabled === true || getPermission(plan, operation, audience).may === 'none') return [];
    const shows = (shape: AnswerShape | undefined, line: number): readonly ShownValue[] =>
      walk(shape, { plan, audience, operation, line, owner: operation.resource, path: [] });
    return [
      ...operation.responses.flatMap(({ shape, headers, when, line }) => [
        ...shows(shape, line),
        ...headers.flatMap(({ name, value }) =>
          isExpression(value) ? [createValue(operation, name, value, line)] : [],
        ),
        ...(when === undefined ? [] : [createValue(operation, 'when', when, line)]),
      ]),
      ...operation.parameters.flatMap(({ mapsTo, line }) =>
        listExpansions(mapsTo).flatMap(({ shape }) => shows(shape, line)),
      ),
    ];
  });
}

interface Walk {
  readonly plan: Planned;
  readonly audience: Audience;
  readonly operation: OperationPlan;
  readonly line: number;
  readonly owner: string | undefined;
  /** The members around. */
  readonly path: readonly string[];
}

function walk(shape: AnswerShape | undefined, at: Walk): readonly ShownValue[] {
  switch (shape?.kind) {
    case 'object':
      return shape.members.flatMap((member) => walk(member.shape, { ...at, path: [...at.path, member.name] }));
    case 'records':
      return walk(shape.item, { ...at, owner: shape.of ?? at.owner });
    case 'picked':
      return walk(shape.item, { ...at, owner: shape.of });
    case 'embedded':
    case 'children': {
      const reads = getReading(at.plan, shape.resource, at.audience).may !== 'none';
      return reads ? walk(shape.item, { ...at, owner: shape.resource }) : [];
    }
    case 'field':
      return listComputed(at.plan.resources, shape.of ?? at.owner, shape.path[0]);
    case 'cel':
      return [{ ...createValue(at.operation, at.path.join('.'), shape.value, at.line), owner: at.owner }];
    default:
      return [];
  }
}

function listComputed(
  resources: readonly ResourcePlan[],
  owner: string | undefined,
  name: string | undefined,
): readonly ShownValue[] {
  const field = findNamed(findNamed(resources, owner)?.fields, name);
  if (field?.computed?.shown !== true) return [];
  const { value: expression, words, line } = field.computed;
  return [{ name: `${owner}.${name}`, expression, words, line, owner }];
}

function createValue(operation: OperationPlan, member: string, expression: Expression, line: number): ShownValue {
  const name = `${operation.name}: ${member}`;
  return { name, expression, words: expression.source ?? '', line, owner: operation.resource };
}

function isExpression(value: OperationPlan['responses'][number]['headers'][number]['value']): value is Expression {
  return typeof value === 'object' && 'op' in value;
}
