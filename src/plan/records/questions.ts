import { listAnchors } from '../../expression/questions.ts';
import { listChildNodes } from '../../expression/references.ts';
import type { Expression } from '../../expression/tree.ts';
import { memo } from '../../text/memo.ts';
import type { ResourcePlan } from '../resource.ts';

type QuestionNode = Extract<Expression, { readonly op: 'question' }>;

const questionsOf = memo(collect);

/** Returns the questions about other records in the expressions inside plain values. */
export function collectQuestions(...values: readonly unknown[]): readonly QuestionNode[] {
  return values.flatMap((value) => (typeof value === 'object' && value !== null ? questionsOf(value) : []));
}

/** Whether an expression inside plain values asks about other records. */
export function asksQuestions(...values: readonly unknown[]): boolean {
  return collectQuestions(...values).length > 0;
}

function collect(value: object): readonly QuestionNode[] {
  const inside = collectQuestions(...Object.values(value));
  return (value as Partial<Expression>).op === 'question' ? [value as QuestionNode, ...inside] : inside;
}

/** A rule of a resource that asks about the records that refer to it: they can break it as it can itself. */
export interface ParentRule {
  readonly of: ResourcePlan;
  readonly rule: ResourcePlan['rules'][number];
  /** The index of the rule. */
  readonly at: number;
  /** The field of the other record that names the one with the rule. */
  readonly field: string;
}

/** Lists the rules that ask about the records of a resource by a field that names the record with the rule. */
export function listRulesOfParents(resources: readonly ResourcePlan[], child: string): readonly ParentRule[] {
  return rulesOfParents(resources).get(child) ?? [];
}

/** The rules by the resource that they ask about. */
const rulesOfParents = memo((resources: readonly ResourcePlan[]): ReadonlyMap<string, readonly ParentRule[]> => {
  const all = resources.flatMap((of) =>
    of.rules.flatMap((rule, at) => {
      const anchors = collectQuestions(rule).flatMap((question) =>
        listAnchors(question)
          .filter(({ equals }) => isIdentity(of, equals))
          .map(({ field }) => ({ child: question.resource, field })),
      );
      const unique = new Map(anchors.map(({ child, field }) => [JSON.stringify([child, field]), { child, field }]));
      return [...unique.values()].map(({ child, field }) => ({ child, parent: { of, rule, at, field } }));
    }),
  );
  const byChild = Map.groupBy(all, ({ child }) => child);
  return new Map([...byChild].map(([child, found]) => [child, found.map(({ parent }) => parent)]));
});

function isIdentity({ identity }: ResourcePlan, node: Expression): boolean {
  return node.op === 'path' && node.root === 'record' && node.steps.length === 1 && node.steps[0]!.name === identity;
}

/** Returns the names of the fields of a resource that are computed from the caller or from other records, directly or through each other. */
export function findFieldsOfOthers({ fields }: Pick<ResourcePlan, 'fields'>): ReadonlySet<string> {
  const shown = fields.filter(({ computed }) => computed?.shown === true);
  const found = new Set<string>();
  for (let before = -1; before < found.size; ) {
    before = found.size;
    for (const { name, computed } of shown) if (readsOthers(computed!.value, found)) found.add(name);
  }
  return found;
}

function readsOthers(node: Expression, fields: ReadonlySet<string>): boolean {
  if (node.op === 'question') return true;
  if (node.op !== 'path') return listChildNodes(node).some((child) => readsOthers(child, fields));
  return node.root === 'caller' || (node.root === 'record' && fields.has(node.steps[0]?.name ?? ''));
}
