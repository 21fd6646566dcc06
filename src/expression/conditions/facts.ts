import { memo } from '../../text/memo.ts';
import { extractQuestion, type QuestionNode } from '../questions.ts';
import type { Environment, Fact, Facts } from '../symbol-table.ts';
import type { Expression, PathStep, Root } from '../tree.ts';

/** A path of a checked expression. */
export type Path = Expression & { readonly op: 'path' };

/** For a choice with more values than this no subset is computed: only the whole of it, or one value, is known. */
export const mostValues = 1000;

/** The name under which facts keep the value at a path. */
export function buildFactKey(root: Root, names: readonly string[]): string {
  return [root, ...names].join('\n');
}

const buildQuestionKey = memo((node: QuestionNode) => `question\n${JSON.stringify(extractQuestion(node))}`);

/** The name under which facts keep the answer of `min` or `max`, which is absent where there is no record; undefined for other expressions. */
export function findAnswerKey(node: Expression): string | undefined {
  if (node.op !== 'question' || (node.name !== 'min' && node.name !== 'max')) return undefined;
  return buildQuestionKey(node);
}

/** The facts with one more; what was known of the same value before stays where the new fact says nothing of it. */
export function withFact(facts: Facts, key: string, fact: Fact): Facts {
  return new Map(facts).set(key, { ...facts.get(key), ...fact });
}

/** Returns the facts of both cases; an impossible case is left out. */
export function intersectFacts(facts: Facts | undefined, other: Facts | undefined): Facts | undefined {
  if (facts === undefined || other === undefined) return facts ?? other;
  const both = new Map<string, Fact>();
  for (const [key, left] of facts) {
    const right = other.get(key);
    if (right === undefined) continue;
    both.set(key, {
      ...(left.there === right.there && left.there !== undefined ? { there: left.there } : {}),
      ...(left.null === right.null && left.null !== undefined ? { null: left.null } : {}),
      ...uniteValues(left.values, right.values),
    });
  }
  return both;
}

function uniteValues(values: Fact['values'], other: Fact['values']): Pick<Fact, 'values'> {
  if (values === undefined || other === undefined) return {};
  if (values === other) return { values: values };
  return values.size + other.size > mostValues ? {} : { values: values.union(other) };
}

/** Returns the facts of the value at the first `count` steps of a path. */
export function getFact(environment: Environment, facts: Facts, { root, steps }: Path, count: number): Fact {
  const names = steps.slice(0, count).map(({ name }) => name);
  const own = facts.get(buildFactKey(root, names));
  const step = steps[count - 1];
  if (step === undefined) return own ?? {};
  const resource = findHolder(environment, root, step, count);
  if (resource === undefined || (own?.there !== undefined && own.null !== undefined)) return own ?? {};
  return { ...deriveFactFromStates(environment, facts, root, names, resource, step), ...own };
}

function findHolder(environment: Environment, root: Root, step: PathStep, count: number): string | undefined {
  if (step.through !== undefined) return step.through;
  const type = count === 1 ? environment.roots.get(root) : undefined;
  return type?.kind === 'object' ? type.name : undefined;
}

/** Derives the facts of a field from the states that a record may have. */
function deriveFactFromStates(
  { presence }: Environment,
  facts: Facts,
  root: Root,
  names: readonly string[],
  resource: string,
  step: PathStep,
): Fact {
  for (const { field, states } of presence?.states(resource) ?? []) {
    const values =
      field === undefined ? undefined : facts.get(buildFactKey(root, [...names.slice(0, -1), field]))?.values;
    const within = [...(values ?? states.keys())].flatMap((state) => states.get(state) ?? []);
    if (within.length === 0) continue;
    const always = within.every((state) => state.always.has(step.name));
    if (!always && !within.every((state) => state.never.has(step.name))) continue;
    return { ...(step.optional ? { there: always } : {}), ...(step.nullable ? { null: !always } : {}) };
  }
  return {};
}

/** Whether a step may lack its value or may be null there; `surely` where it always does. */
export function findLack(
  environment: Environment,
  facts: Facts,
  path: Path,
  count: number,
  nullMatters: boolean,
): { readonly what: 'absent' | 'null'; readonly surely: boolean } | undefined {
  const step = path.steps[count - 1];
  const { there, null: isNull } = getFact(environment, facts, path, count);
  const mayLack = step === undefined ? path.root === 'old' : step.optional === true;
  if (mayLack && there !== true) return { what: 'absent', surely: there === false };
  if (nullMatters && step?.nullable === true && isNull !== false) return { what: 'null', surely: isNull === true };
  return undefined;
}
