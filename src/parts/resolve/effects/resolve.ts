import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { checkExpression } from '../../../expression/check.ts';
import { learn } from '../../../expression/conditions/learn.ts';
import type { Syntax } from '../../../expression/parse/syntax.ts';
import { reservedWords } from '../../../expression/reserved.ts';
import type { Environment } from '../../../expression/symbol-table.ts';
import type { Expression, ValueType } from '../../../expression/tree.ts';
import { describeType, removeNullable } from '../../../expression/types.ts';
import { type EffectPlan, type OtherEffectPlan, onceVariable } from '../../../plan/resource.ts';
import { getLineNumber, type Name, type SourceText, type Span, slice } from '../../../text/location.ts';
import { memoPair } from '../../../text/memo.ts';
import { present } from '../../../text/present.ts';
import type { FieldModel, ResourceModel } from '../../resources/model.ts';
import type { Service } from '../../service.ts';
import type { GivenModel, OtherEffectModel, TransitionModel } from '../../states/model.ts';
import { createEnvironments } from '../environments.ts';
import { parseOnce } from '../expressions.ts';
import { collectDefinitions, findField, resolveEffectType } from '../vocabulary.ts';
import { diagnostics } from './diagnostics.ts';
import { resolveTargetType } from './fields.ts';
import { checkGivenFields, findInput, isGivenAtCreation, listTransitionNames } from './given.ts';
import { checkSecrets } from './secrets.ts';
import { type Fresh, findTarget, readAsTarget } from './targets.ts';

/** The effects of a row on other records, and what is wrong with them. */
export interface ResolvedEffects {
  readonly plans: readonly OtherEffectPlan[];
  /** Each effect with its place, before adjacent ones are joined. */
  readonly effects: readonly { readonly span: Span; readonly plan: OtherEffectPlan }[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The place of an effect: the resource of its row, and the environment with the variables of the `each` around it. */
interface Scope {
  readonly service: Service;
  /** The resource of the record of the row. */
  readonly resource: string;
  readonly environment: Environment;
  report(diagnostic: Diagnostic): void;
}

/** Resolves the effects of a row on other records, once: check and plan share the work. */
export const resolveOtherEffects = memoPair(
  (service: Service, row: TransitionModel, resource: string): ResolvedEffects => {
    const found: Diagnostic[] = [];
    const base = row.others.length === 0 ? undefined : createEnvironments(service).effect(resource, row, '', undefined);
    const environment: Environment = { ...base!, next: false, locals: new Map() };
    const scope: Scope = { service, resource, environment, report: (diagnostic) => found.push(diagnostic) };
    const effects = row.others.flatMap((effect) => {
      const plan = resolveEffect(scope, effect);
      return plan === undefined ? [] : [{ span: effect.span, plan }];
    });
    return { plans: joinSettings(effects.map(({ plan }) => plan)), effects, diagnostics: found };
  },
);

/** Joins adjacent effects that set fields of one record: it is changed once. */
function joinSettings(plans: readonly OtherEffectPlan[]): readonly OtherEffectPlan[] {
  const joined: OtherEffectPlan[] = [];
  for (const plan of plans) {
    const before = joined.at(-1);
    const isSame =
      plan.kind === 'run' &&
      before?.kind === 'run' &&
      plan.verb === 'update' &&
      before.verb === 'update' &&
      JSON.stringify(plan.target) === JSON.stringify(before.target) &&
      // The second setting of a field sees the first.
      plan.values.every(({ path }) => before.values.every((value) => value.path[0] !== path[0] || path.length > 1));
    if (!isSame) joined.push(plan);
    else {
      const words = `${before.words}, ${plan.words}`;
      joined[joined.length - 1] = { ...before, words, values: [...before.values, ...plan.values] };
    }
  }
  return joined;
}

function resolveEffect(scope: Scope, effect: OtherEffectModel): OtherEffectPlan | undefined {
  const { source } = scope.service;
  const at = { words: slice(source, effect.span), line: getLineNumber(source, effect.span) };
  switch (effect.kind) {
    case 'each':
      return resolveEach(scope, effect, at);
    case 'items':
      return resolveItems(scope, effect, at);
    case 'when':
      return resolveConditional(scope, effect, at);
    case 'create': {
      const resource = findResource(scope, effect.resource);
      if (resource === undefined) return undefined;
      const values = resolveFields(scope, resource, effect.values);
      const isTimed = !scope.environment.roots.has('caller');
      checkGivenFields(scope.service, resource, effect, isTimed, scope.report);
      return { kind: 'run', verb: 'create', resource: resource.name.value, values, ...at };
    }
    case 'run':
      return resolveRun(scope, effect, at);
    case 'set': {
      const target = findTarget(scope, effect.path, 'field');
      if (target === undefined) return undefined;
      const { resource, rest } = target;
      const path = rest.map(({ value }) => value);
      if (resolveTargetType(scope.service, resource, rest, scope.report) === undefined) return undefined;
      const fits = resolveEffectType(scope.service, resource.name.value, path);
      const value = resolveValue(scope, effect, fits?.type, findField(resource, path[0]!), target);
      if (value === undefined) return undefined;
      const set = { path, value, ...settingOf(value, fits?.clears, effect), line: at.line };
      return {
        kind: 'run',
        verb: 'update',
        resource: resource.name.value,
        target: target.identity,
        values: [set],
        ...at,
      };
    }
  }
}

type At = Pick<OtherEffectPlan, 'words' | 'line'>;

function resolveRun(
  scope: Scope,
  effect: OtherEffectModel & { readonly kind: 'run' },
  at: At,
): OtherEffectPlan | undefined {
  const { service, report } = scope;
  const target = findTarget(scope, effect.target, 'record');
  if (target === undefined) return undefined;
  const { resource, identity } = target;
  const { value: name } = resource.name;
  const { value: verb, span } = effect.verb;
  if (verb !== 'delete') {
    const names = listTransitionNames(service, name);
    if (!names.includes(verb)) {
      report(diagnostics['effect-transition'](span, verb, name, names));
      return undefined;
    }
  }
  const input = findInput(service, verb, name);
  const values = effect.values.flatMap((item): EffectPlan[] => {
    const { name: given } = item;
    const member = input.get(given.value);
    if (member === undefined) {
      report(diagnostics['effect-field'](given.span, `\`${verb} ${name}\` takes no input \`${given.value}\`.`));
      return [];
    }
    const tree = resolveValue(scope, item, member.type, undefined, target);
    if (tree === undefined) return [];
    return [{ path: [given.value], value: tree, ...present({ ifPresent: item.ifPresent }), line: at.line }];
  });
  const given = new Set(effect.values.map(({ name: { value } }) => value));
  const lacking = [...input].filter(([member, { optional }]) => !optional && !given.has(member));
  if (lacking.length > 0)
    report(
      diagnostics['effect-lacks'](
        effect.span,
        `${verb} ${name}`,
        lacking.map(([member]) => member),
      ),
    );
  return { kind: 'run', verb, resource: name, target: identity, values, ...at };
}

function resolveFields(scope: Scope, resource: ResourceModel, given: readonly GivenModel[]): readonly EffectPlan[] {
  const { service, report } = scope;
  const seen = new Set<string>();
  return given.flatMap((item): EffectPlan[] => {
    const { name, value } = item;
    const path = [name.value];
    if (!isGivenAtCreation(service, resource, name, report)) return [];
    if (seen.has(name.value)) report(diagnostics['effect-cannot'](name.span, name.value, 'it has a value already'));
    seen.add(name.value);
    const fits = resolveEffectType(service, resource.name.value, path);
    const tree = resolveValue(scope, item, fits?.type, findField(resource, name.value));
    if (tree === undefined) return [];
    return [
      { path, value: tree, ...settingOf(tree, fits?.clears, item), line: getLineNumber(service.source, value.span) },
    ];
  });
}

/** The most `each` that may be inside one another. */
const mostNested = 2;

function resolveEach(
  scope: Scope,
  { resource: name, variable, where, effect, span }: OtherEffectModel & { readonly kind: 'each' },
  at: At,
): OtherEffectPlan | undefined {
  const { environment, report } = scope;
  const resource = findResource(scope, name);
  if (resource === undefined || !isVariableFree(scope, variable, span)) return undefined;
  const read = parseOnce(where);
  for (const diagnostic of read.diagnostics) report(diagnostic);
  if (read.ast === undefined) return undefined;
  const question: Syntax = {
    kind: 'call',
    name: 'exists',
    nameSpan: name.span,
    receiver: { kind: 'name', name: name.value, span: name.span },
    args: [{ kind: 'name', name: variable.value, span: variable.span }, read.ast],
    span,
  };
  const of = checkTree(scope, question, { kind: 'bool' });
  if (of?.op !== 'question') return undefined;
  const inside = withVariable(environment, variable, { kind: 'object', name: name.value });
  const done = resolveEffect({ ...scope, environment: withFacts(inside, of.where) }, effect);
  return done && { kind: 'each', of: { ...of, source: where.text }, effect: done, ...at };
}

function resolveItems(
  scope: Scope,
  { list: words, variable, where, effect, span }: OtherEffectModel & { readonly kind: 'items' },
  at: At,
): OtherEffectPlan | undefined {
  if (!isVariableFree(scope, variable, span)) return undefined;
  const { environment, report } = scope;
  const { presence: _, ...free } = environment;
  // A list that is absent has no items.
  const list = readTree({ ...scope, environment: free }, words);
  if (list === undefined) return undefined;
  const type = removeNullable(list.type);
  if (type.kind !== 'list') {
    report(diagnostics['items-list'](words.span, words.text, describeType(list.type)));
    return undefined;
  }
  const inside = withVariable(environment, variable, type.item);
  const condition = where && readTree({ ...scope, environment: inside }, where, { kind: 'bool' });
  if (where !== undefined && condition === undefined) return undefined;
  const known = condition === undefined ? inside : withFacts(inside, condition);
  const done = resolveEffect({ ...scope, environment: known }, effect);
  return (
    done && { kind: 'items', list, variable: variable.value, ...present({ where: condition }), effect: done, ...at }
  );
}

/** One item, which has no name in a document. */
const once = { op: 'list', items: [{ op: 'literal', value: true, type: { kind: 'bool' } }] } as const;
const bools: ValueType = { kind: 'list', item: { kind: 'bool' } };

/** Resolves an effect with a condition: it is done for the items of a list of one, as far as the condition holds for them. */
function resolveConditional(
  scope: Scope,
  { where, effect }: OtherEffectModel & { readonly kind: 'when' },
  at: At,
): OtherEffectPlan | undefined {
  const condition = readTree(scope, where, { kind: 'bool' });
  const own = effect.kind === 'set' ? findOwnField(scope, effect.path) : undefined;
  if (own !== undefined && effect.kind === 'set') {
    const value = `${where.text} ? ${effect.value.text} : ${own}`;
    scope.report(diagnostics['effect-when'](effect.span, own, `${own} = ${value}`));
  }
  if (condition === undefined || own !== undefined) return undefined;
  const done = resolveEffect({ ...scope, environment: withFacts(scope.environment, condition) }, effect);
  return (
    done && {
      kind: 'items',
      list: { ...once, type: bools },
      variable: onceVariable,
      where: condition,
      effect: done,
      ...at,
      words: `${done.words} when ${where.text}`,
    }
  );
}

/** Returns the path of an effect that sets a field of the record of the row; undefined of one that leads to another record. */
function findOwnField({ service, resource, environment }: Scope, path: readonly Name[]): string | undefined {
  const [first, ...rest] = path.map(({ value }) => value);
  if (environment.locals!.has(first!)) return undefined;
  const model = collectDefinitions(service).resources.get(resource);
  const field = model && findField(model, first!);
  if (field === undefined || (field.type?.kind === 'ref' && rest.length > 0)) return undefined;
  return [first, ...rest].join('.');
}

/** Reads and checks an expression, with its text. */
function readTree(scope: Scope, words: SourceText, expected?: ValueType): Expression | undefined {
  const read = parseOnce(words);
  for (const diagnostic of read.diagnostics) scope.report(diagnostic);
  const tree = read.ast && checkTree(scope, read.ast, expected);
  return tree && { ...tree, source: words.text };
}

/** Whether the variable of an `each` may be declared there; what is wrong is reported. */
function isVariableFree({ environment, report }: Scope, { value, span }: Name, whole: Span): boolean {
  const locals = environment.locals!;
  const problem = reservedWords.has(value)
    ? 'it is a keyword'
    : locals.has(value)
      ? 'an enclosing `each` has it'
      : undefined;
  if (problem !== undefined)
    report(diagnostics['effect-target'](span, value, `it cannot be a variable, because ${problem}`));
  else if (locals.size >= mostNested)
    report(diagnostics['effect-target'](whole, value, `an \`each\` is nested more than ${mostNested} deep`));
  else return true;
  return false;
}

function withVariable(environment: Environment, { value }: Name, type: ValueType): Environment {
  return { ...environment, locals: new Map([...environment.locals!, [value, type]]) };
}

/** Returns the environment of the effect of an `each`, whose condition holds there. */
function withFacts(environment: Environment, where: Expression): Environment {
  const { presence } = environment;
  const facts = presence && learn(environment, where, true, presence.facts);
  return presence === undefined || facts === undefined
    ? environment
    : { ...environment, presence: { ...presence, facts } };
}

function findResource({ service, report }: Scope, { value, span }: Name): ResourceModel | undefined {
  const { resources } = collectDefinitions(service);
  const resource = resources.get(value);
  if (resource === undefined) report(diagnostics['effect-resource'](span, value, resources.keys()));
  return resource;
}

/** Checks a value; what it reads of the record that is changed, it reads of it as it is then. */
function resolveValue(
  scope: Scope,
  { value: words, ifPresent }: Pick<GivenModel, 'value' | 'ifPresent'>,
  expected: ValueType | undefined,
  field: FieldModel | undefined,
  fresh?: Fresh,
): Expression | undefined {
  const read = parseOnce(words);
  for (const diagnostic of read.diagnostics) scope.report(diagnostic);
  if (read.ast === undefined) return undefined;
  const { presence: _, ...free } = scope.environment;
  const tree = checkTree(ifPresent === true ? { ...scope, environment: free } : scope, read.ast, expected);
  if (tree === undefined) return undefined;
  const { service, resource, environment, report } = scope;
  checkSecrets({ service, resource, locals: environment.locals!, tree, span: words.span }, field, report);
  return { ...(fresh === undefined ? tree : readAsTarget(tree, fresh)), source: words.text };
}

function checkTree(
  { environment, report }: Scope,
  ast: Syntax,
  expected: ValueType | undefined,
): Expression | undefined {
  const { expected: _, ...place } = environment;
  const { tree, diagnostics: found } = checkExpression(ast, { ...place, ...present({ expected }) });
  for (const diagnostic of found) report(diagnostic);
  return tree;
}

const mayBeNull: ReadonlySet<ValueType['kind']> = new Set(['null', 'nullable', 'any']);

function settingOf(
  value: Expression,
  clears: boolean | undefined,
  { ifPresent }: Pick<GivenModel, 'ifPresent'>,
): Pick<EffectPlan, 'clears' | 'ifPresent'> {
  const isClearing = clears === true && mayBeNull.has(value.type.kind);
  return { ...(isClearing ? { clears } : {}), ...present({ ifPresent }) };
}
