import type { RecordValue } from '../contracts/record.ts';
import type { RequestContext } from '../contracts/request-context.ts';
import { EvaluationTimeoutError, isExpressionError } from '../expression/failures.ts';
import { type Access, compileExpression } from '../expression/javascript.ts';
import { runtime } from '../expression/runtime.ts';
import type { Expression, Question, Root } from '../expression/tree.ts';
import { readKey } from '../plan/records/neighbours.ts';
import { findAnswer } from './expressions/answers.ts';
import type { ModuleText } from './module.ts';

const nobody: Readonly<Record<string, unknown>> = Object.freeze({});

function getCallerValues(ctx: RequestContext): Readonly<Record<string, unknown>> {
  return ctx.caller === undefined ? nobody : ctx.caller.values;
}

/** The record that a ref names, where it was loaded. */
function findReferencedRecord(
  refs: RequestContext['refs'],
  resource: string,
  identity: unknown,
): RecordValue | undefined {
  return identity === undefined || identity === null ? undefined : refs[readKey(resource, identity)];
}

let day = Number.NaN;
let dayText = '';

/** The UTC date of a moment in milliseconds, `YYYY-MM-DD`. */
export function formatUtcDate(now: number): string {
  const number = Math.floor(now / 86_400_000);
  if (number !== day) {
    dayText = new Date(now).toISOString().slice(0, 10);
    day = number;
  }
  return dayText;
}

/** Where an expression finds what it reads: texts of JavaScript, `g` being what is given of the request. */
export interface Bindings {
  readonly record?: string;
  readonly old?: string;
  readonly self?: string;
  /** Without it nothing of the request can be read. */
  readonly given?: string;
  readonly next?: string;
  /** Returns the text that signs a link to a file of the record. */
  readonly link?: (field: string, file: string) => string;
  /** Of variables of other records. */
  readonly locals?: ReadonlyMap<string, string>;
}

function createAccess(module: ModuleText, { record, old, self, given, next, link, locals }: Bindings): Access {
  const roots: Partial<Record<Root, string>> = {};
  if (record !== undefined) roots.record = record;
  if (old !== undefined) roots.old = old;
  if (self !== undefined) roots.self = self;
  if (given !== undefined) {
    roots.input = `${given}.input`;
    roots.caller = `${module.constant(getCallerValues)}(${given})`;
    roots.now = `${given}.now`;
    roots.today = `${module.constant(formatUtcDate)}(${given}.now)`;
  }
  return {
    roots,
    ...(module.work === undefined ? {} : { work: module.work }),
    ...(given === undefined ? {} : { until: `${given}.until` }),
    ...(locals === undefined ? {} : { locals }),
    ...(link === undefined ? {} : { link }),
    ref(from, path, resource) {
      if (given === undefined) return 'undefined';
      const find = (of: string, id: string): string =>
        `${module.constant(findReferencedRecord)}(${given}.refs, ${JSON.stringify(of)}, ${id})`;
      const id = path.reduce((text, { name, through }) => {
        return `${through === undefined ? text : find(through, text)}?.[${JSON.stringify(name)}]`;
      }, from);
      return find(resource, id);
    },
    ...(given === undefined
      ? {}
      : {
          ask: (question: Question, values: string) =>
            `${module.constant(findAnswer)}(${given}, ${module.constant(question)}, ${values})`,
        }),
    ...(next === undefined
      ? {}
      : {
          next: (field: string, within: readonly string[]) =>
            `${next}(${JSON.stringify(field)}, [${within.map((name) => `${record}[${JSON.stringify(name)}]`).join(', ')}])`,
        }),
  };
}

/** Whether something was thrown because an expression went on when the time of its request was over. */
export function isOvertime(thrown: unknown): boolean {
  return thrown instanceof EvaluationTimeoutError;
}

/** Declares a condition with these parameters: false also where it fails. */
export function declareCondition(
  module: ModuleText,
  parameters: string,
  tree: Expression | undefined,
  around: Bindings,
): string {
  if (tree === undefined) return module.declare(parameters, 'return true;');
  const { source, fails } = compileExpression(tree, createAccess(module, around));
  const runtimeName = module.constant(runtime);
  if (!fails) return module.declare(parameters, `const $ = ${runtimeName}; return ${source} === true;`);
  const known = module.constant(isExpressionError);
  return module.declare(
    parameters,
    `const $ = ${runtimeName}; try { return ${source} === true; } catch (e) { if (${known}(e)) return false; throw e; }`,
  );
}

/** Declares a value with these parameters; it throws the expression's error where it fails. */
export function declareValue(module: ModuleText, parameters: string, tree: Expression, around: Bindings): string {
  const { source } = compileExpression(tree, createAccess(module, around));
  return module.declare(parameters, `const $ = ${module.constant(runtime)}; return ${source};`);
}
