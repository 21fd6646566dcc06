import { listChildNodes, mapChildNodes } from './references.ts';
import type { Expression, PathStep, Question, QuestionName } from './tree.ts';
import { isDecimalType } from './types.ts';

export type QuestionNode = Expression & { readonly op: 'question' };

/** The forms of questions, as they are written after the name of a resource. */
export const questionForms: Readonly<Record<QuestionName, string>> = {
  exists: 'exists(x, condition)',
  count: 'count(x, condition)',
  sum: 'sum(x, condition, value)',
  min: 'min(x, condition, value)',
  max: 'max(x, condition, value)',
};

/** Whether a name is that of a question. */
export function isQuestionName(name: string): name is QuestionName {
  return Object.hasOwn(questionForms, name);
}

/** All questions inside an expression, those inside others too. */
export function listQuestions(node: Expression): readonly QuestionNode[] {
  const inside = listChildNodes(node).flatMap(listQuestions);
  return node.op === 'question' ? [node, ...inside] : inside;
}

/** The field that a path reads of a variable: its steps after the variable. Undefined for other expressions. */
export function readsOf(node: Expression, variables: ReadonlySet<string>): readonly PathStep[] | undefined {
  if (node.op !== 'path' || node.root !== 'local') return undefined;
  const [variable, ...steps] = node.steps;
  return variables.has(variable!.name) && steps.length > 0 ? steps : undefined;
}

/** Whether an expression reads one of these variables. */
export function readsVariable(node: Expression, variables: ReadonlySet<string>): boolean {
  if (node.op === 'path') return node.root === 'local' && variables.has(node.steps[0]!.name);
  return listChildNodes(node).some((child) => readsVariable(child, variables));
}

/** The parts of a condition that `&&` joins. */
export function splitConditions(node: Expression): readonly Expression[] {
  if (node.op !== 'binary' || node.operator !== '&&') return [node];
  return [...splitConditions(node.left), ...splitConditions(node.right)];
}

/** The fields that a question fixes by an equality, each with the value that it equals. */
export function listAnchors(
  question: QuestionNode,
): readonly { readonly field: string; readonly equals: Expression }[] {
  const variables = new Set([question.variable]);
  return splitConditions(question.where).flatMap((part) => {
    if (part.op !== 'binary' || part.operator !== '==') return [];
    for (const [side, equals] of [
      [part.left, part.right],
      [part.right, part.left],
    ] as const) {
      const steps = readsOf(side, variables);
      if (steps?.length === 1 && !readsVariable(equals, variables) && equals.type.kind !== 'null')
        return [{ field: steps[0]!.name, equals }];
    }
    return [];
  });
}

/** The fields that a question fixes by an equality without the case of ASCII letters: `x.email.lowerAscii() == …`. */
export function listFoldedAnchors({ where, variable }: QuestionNode): readonly string[] {
  const variables = new Set([variable]);
  return splitConditions(where).flatMap((part) => {
    if (part.op !== 'binary' || part.operator !== '==') return [];
    for (const [side, equals] of [
      [part.left, part.right],
      [part.right, part.left],
    ] as const) {
      if (side.op !== 'call' || side.name !== 'lowerAscii' || readsVariable(equals, variables)) continue;
      const steps = readsOf(side.of[0]!, variables);
      if (steps?.length === 1) return [steps[0]!.name];
    }
    return [];
  });
}

/** An equality by which a question finds its records along references: a path from a record that is asked about, and its value. */
export interface FollowedAnchor {
  readonly node: Expression;
  /** The field of the record that begins the path, and the steps after it. */
  readonly steps: readonly PathStep[];
  readonly equals: Expression;
}

/**
 * The equality of a path through references that finds the records of a question, if no field of them equals more than a literal. `readOwn`
 * gives the steps of a path of such a record.
 */
export function findFollowedAnchor(
  where: Expression,
  readOwn: (node: Expression) => readonly PathStep[] | undefined,
): FollowedAnchor | undefined {
  const readsOwn = (node: Expression): boolean => readOwn(node) !== undefined || listChildNodes(node).some(readsOwn);
  let found: FollowedAnchor | undefined;
  for (const node of splitConditions(where)) {
    if (node.op !== 'binary' || node.operator !== '==') continue;
    for (const [own, equals] of [
      [node.left, node.right],
      [node.right, node.left],
    ] as const) {
      const steps = readOwn(own);
      if (steps === undefined || steps.length === 0 || readsOwn(equals) || equals.type.kind === 'null') continue;
      if (steps.length === 1 && equals.op !== 'literal') return undefined;
      const isNullable = own.type.kind === 'nullable' && equals.type.kind === 'nullable';
      const isCompared = !isNullable && !isDecimalType(own.type) && !isDecimalType(equals.type);
      if (steps.length > 1 && isCompared && equals.op !== 'literal') found ??= { node, steps, equals };
    }
  }
  return found;
}

/** The same of a question inside its expression. */
export function findFollowedAnchorOf({ where, variable }: QuestionNode): FollowedAnchor | undefined {
  const variables = new Set([variable]);
  return findFollowedAnchor(where, (node) => readsOf(node, variables));
}

/**
 * Takes a question out of its expression. `given` are the values that it needs of its environment: the question reads value i as the
 * member i of `value`.
 */
export function extractQuestion(node: QuestionNode): {
  readonly question: Question;
  readonly given: readonly Expression[];
} {
  const given: Expression[] = [];
  const places = new Map<string, number>();
  const give = (outer: Expression): Expression => {
    const key = JSON.stringify(outer);
    const place = places.get(key) ?? given.push(outer) - 1;
    places.set(key, place);
    const nullable = outer.type.kind === 'nullable' ? ({ nullable: true } as const) : {};
    return {
      op: 'path',
      root: 'value',
      steps: [{ name: String(place), optional: true, ...nullable }],
      type: outer.type,
    };
  };
  const turn = (inner: Expression, variables: ReadonlySet<string>): Expression => {
    if (inner.op === 'literal') return inner;
    if (!readsVariable(inner, variables)) return isConstant(inner) ? inner : give(inner);
    if (inner.op === 'path') {
      const own = readsOf(inner, new Set([node.variable]));
      return own === undefined ? inner : { ...inner, root: 'record', steps: own };
    }
    if (inner.op === 'question') {
      const within = new Set([...variables, inner.variable]);
      return mapChildNodes(inner, (child) => turn(child, within));
    }
    return mapChildNodes(inner, (child) => turn(child, variables));
  };
  const variables = new Set([node.variable]);
  const { name, resource, type, most, value } = node;
  const question: Question = {
    name,
    resource,
    where: turn(node.where, variables),
    ...(value === undefined ? {} : { value: turn(value, variables) }),
    ...(most === undefined ? {} : { most }),
    type,
  };
  return { question, given };
}

/** A literal in another form: a list of literals, a time that is written out. */
function isConstant(node: Expression): boolean {
  if (node.op === 'literal') return true;
  if (node.op === 'list') return node.items.length > 0 && node.items.every(isConstant);
  return node.op === 'call' && node.name === 'timestamp' && isConstant(node.of[0]!);
}
