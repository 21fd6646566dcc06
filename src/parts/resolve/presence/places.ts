import { buildFactKey, getFact, withFact } from '../../../expression/conditions/facts.ts';
import { learn, learnNot } from '../../../expression/conditions/learn.ts';
import type { Environment, Fact, Facts, Presence } from '../../../expression/symbol-table.ts';
import type { Expression, PathStep } from '../../../expression/tree.ts';
import { listBindingTransitions, ownVerbs } from '../../../plan/kinds.ts';
import { memo } from '../../../text/memo.ts';
import type { OperationModel } from '../../endpoints/model.ts';
import { isNotShown } from '../../not-shown.ts';
import type { RuleModel } from '../../resources/model.ts';
import type { Service } from '../../service.ts';
import type { StateMachineModel, TransitionModel } from '../../states/model.ts';
import { listMachines } from '../definitions.ts';
import { type Before, createPlainEnvironments } from '../environments-plain.ts';
import { resolveExpression } from '../expressions.ts';
import { createFromStatesReader, getStateSet, groupRows, indexStates, isTimed } from '../machines.ts';
import { getStateTables, listOptionalFields } from '../presence.ts';
import { collectTransitions, isRuleOf, listTransitionEndStates } from '../transitions.ts';
import { collectDefinitions } from '../vocabulary.ts';

type Failing = Pick<Presence, 'failing' | 'outcome'>;

/** The outcome of an expression that fails, by its place. */
export const failingAt = {
  computed: { failing: 'absent', outcome: 'the field then cannot be computed' },
  condition: { failing: 'untrue', outcome: 'the condition is then not true' },
  rule: { failing: 'wrong', outcome: 'the rule is then broken' },
  effect: { failing: 'wrong', outcome: 'the request is then `invalid input`' },
  timed: { failing: 'wrong', outcome: 'the row is then not taken' },
  answer: { failing: 'wrong', outcome: 'the response then fails' },
  payload: { failing: 'wrong', outcome: 'the event is then not delivered' },
  email: { failing: 'wrong', outcome: 'the email then shows nothing there' },
} as const satisfies Readonly<Record<string, Failing>>;

/** Facts where nothing is known but the document, and whether `old` is there. */
export function createBasePresence(service: Service, failing: Failing, before: Before = 'sometimes'): Presence {
  const facts = new Map<string, Fact>(before === 'sometimes' ? [] : [['old', { there: before === 'always' }]]);
  return { ...failing, facts, states: (resource) => getStateTables(service, resource) };
}

/** Facts after an operation: the state in which it leaves the record, and whether there was one before. */
export function createOperationPresence(service: Service, { name }: OperationModel, failing: Failing): Presence {
  const place = createBasePresence(service, failing);
  const facts = new Map<string, Fact>([['old', { there: name.verb !== 'create' || name.code }]]);
  const resource = name.resource?.value;
  if (resource === undefined || name.code || name.standard !== undefined) return { ...place, facts };
  for (const [field, values] of collectEndStates(service, name.verb, resource))
    facts.set(buildFactKey('record', [field]), { values });
  return { ...place, facts };
}

/** The states in which an operation leaves a record, by state field, where it settles them. */
function collectEndStates(service: Service, verb: string, resource: string): ReadonlyMap<string, ReadonlySet<string>> {
  const left = new Map<string, ReadonlySet<string>>();
  if (verb === 'create') {
    for (const machine of listMachines(service, resource)) {
      const field = findStateField(machine, service);
      const initial = machine.states.filter(({ kind }) => kind?.value === 'initial').map(({ name }) => name.value);
      if (field !== undefined && initial.length > 0) left.set(field, new Set(initial));
    }
    return left;
  }
  const rows = ownVerbs.has(verb) ? undefined : collectTransitions(service).get(`${verb} ${resource}`);
  const field = rows && findStateField(rows.machine, service);
  const ends = new Set(rows === undefined ? [] : listTransitionEndStates(rows));
  return field === undefined || ends.size === 0 ? left : left.set(field, ends);
}

/** Facts where a row is tried: its From states, the record before, and that the rows in front of it were not taken. */
export function createRowPresence(
  service: Service,
  plain: Environment,
  resource: string,
  row: TransitionModel,
  part: 'guard' | 'effect',
): Presence | undefined {
  const machine = findRowMachine(service, row);
  if (machine === undefined) return undefined;
  const name = row.name.value;
  const failing = part === 'guard' ? failingAt.condition : isTimed(row) ? failingAt.timed : failingAt.effect;
  const start = { ...createBasePresence(service, failing), facts: collectRowFacts(service, resource, machine, row) };
  const isBetween = name === 'create' || (setsState(name) && row.to?.kind === 'state');
  const presence = !isBetween ? start : withoutStates(start, resource);
  const environment = { ...plain, presence };
  let facts = learnRules(service, environment, resource, name, presence.facts);
  for (const other of listPrecedingRows(machine, row)) {
    const tree = guardTree(service, resource, other);
    if (tree !== undefined) facts = learnNot(environment, tree, true, facts);
  }
  const own = part === 'effect' ? guardTree(service, resource, row) : undefined;
  return { ...presence, facts: (own && learn(environment, own, true, facts)) ?? facts };
}

/** The rules of each operation in the order in which they are tested, with the conditions that hold after them. */
const collectRuleTrees = memo((service: Service) => {
  const known = new Map<string, readonly { readonly rule: string; readonly tree: Expression | undefined }[]>();
  return (resource: string, operation: string) => {
    const key = `${resource}\n${operation}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const rules = collectDefinitions(service).resources.get(resource)?.rules ?? [];
    const trees = rules
      .filter((rule) => isRuleOf(rule, operation))
      .map((rule) => ({ rule: rule.name.value, tree: operationRuleTree(service, resource, rule, operation) }));
    known.set(key, trees);
    return trees;
  };
});

/** Returns what is also known when all rules of an operation hold. */
function learnRules(
  service: Service,
  environment: Environment,
  resource: string,
  operation: string,
  known: Facts,
): Facts {
  let facts = known;
  for (const { tree } of collectRuleTrees(service)(resource, operation))
    facts = (tree && learn(environment, tree, true, facts)) ?? facts;
  return facts;
}

/** Creates the facts of a rule of an operation: the state then allows the operation, and the rules before it hold. */
export function createOperationRulePresence(
  service: Service,
  plain: Environment,
  resource: string,
  rule: string,
  name: string,
): Presence {
  const { start, before } = collectRulePresences(service)(plain, resource, name);
  return { ...start, facts: before.get(rule) ?? start.facts };
}

/** Facts before the rules of an operation, and before each of them: computed once, since each rule adds to the facts of the previous one. */
const collectRulePresences = memo((service: Service) => {
  const known = new Map<string, { readonly start: Presence; readonly before: ReadonlyMap<string, Facts> }>();
  return (plain: Environment, resource: string, name: string) => {
    const key = `${resource}\n${name}`;
    const kept = known.get(key);
    if (kept !== undefined) return kept;
    const start = createRuleStart(service, resource, name);
    const environment = { ...plain, presence: start };
    const before = new Map<string, Facts>();
    let facts = start.facts;
    for (const { rule, tree } of collectRuleTrees(service)(resource, name)) {
      if (!before.has(rule)) before.set(rule, facts);
      facts = (tree && learn(environment, tree, true, facts)) ?? facts;
    }
    const made = { start, before };
    known.set(key, made);
    return made;
  };
});

/** Creates the facts before the first rule of an operation. */
function createRuleStart(service: Service, resource: string, name: string): Presence {
  const start = createBasePresence(service, failingAt.rule);
  const facts = collectOperationFacts(service, resource, name);
  const bound = listBindingTransitions(name).map((each) => collectTransitions(service).get(`${each} ${resource}`));
  const rows = bound.flatMap((transition) => transition?.rows ?? []);
  const isBetween = name === 'create' || (setsState(name) && rows.some(({ to }) => to?.kind === 'state'));
  const transition = ownVerbs.has(name) ? undefined : collectTransitions(service).get(`${name} ${resource}`);
  const field = transition && findStateField(transition.machine, service);
  if (transition !== undefined && field !== undefined) {
    const { from } = getTransitionRows(transition.machine, transition.rows[0]!);
    facts.set(buildFactKey('record', [field]), { values: new Set(transition.rows.flatMap((row) => from(row))) });
  }
  return { ...(isBetween ? withoutStates(start, resource) : start), facts };
}

/** A row of `create` is tried before its effects; one of `update` with a To on a record that need not suit its state any more. */
function withoutStates(presence: Presence, resource: string): Presence {
  return { ...presence, states: (of: string) => (of === resource ? [] : presence.states(of)) };
}

function operationRuleTree(service: Service, resource: string, { name, on, holds }: RuleModel, of: string) {
  const named = on.find(({ value }) => listBindingTransitions(of).includes(value))!.value;
  return holds && resolveExpression(holds, createPlainEnvironments(service).rule(resource, name.value, named)).tree;
}

function guardTree(service: Service, resource: string, row: TransitionModel) {
  const { guard } = row;
  if (guard === undefined || isNotShown(guard)) return undefined;
  return resolveExpression(guard, createPlainEnvironments(service).guard(resource, row)).tree;
}

/** The rows of the same transition in front of a row that are tried before it from all its states; of very many none. */
function listPrecedingRows(machine: StateMachineModel, row: TransitionModel): readonly TransitionModel[] {
  const { rows, from } = getTransitionRows(machine, row);
  if (rows.length > 100 || rows.length * machine.transitions.length > 100_000) return [];
  const own = getStateSet(from(row));
  return rows.slice(0, rows.indexOf(row)).filter((other) => {
    if (isTimed(other) !== isTimed(row)) return false;
    const all = getStateSet(from(other));
    return own === all || own.isSubsetOf(all);
  });
}

const indexRows = memo((machine: StateMachineModel) => {
  const states = indexStates(machine);
  return new Map(
    [...groupRows(machine)].map(([key, rows]) => [key, { rows, from: createFromStatesReader(states, rows) }]),
  );
});

function getTransitionRows(machine: StateMachineModel, { name }: TransitionModel) {
  return indexRows(machine).get(name.value)!;
}

const machines = memo(
  (service: Service): ReadonlyMap<TransitionModel, StateMachineModel> =>
    new Map(service.states.machines.flatMap((machine) => machine.transitions.map((of) => [of, machine] as const))),
);

function findRowMachine(service: Service, row: TransitionModel): StateMachineModel | undefined {
  return machines(service).get(row);
}

/** Whether rows of this name may move a record that a request changes. */
function setsState(name: string): boolean {
  return ownVerbs.has(name) && name !== 'delete';
}

function collectOperationFacts(service: Service, resource: string, name: string): Map<string, Fact> {
  const facts = new Map<string, Fact>();
  if (name === 'create') {
    facts.set('old', { there: false });
    const model = collectDefinitions(service).resources.get(resource);
    for (const lacking of model === undefined ? [] : listOptionalFields(service, model))
      if (lacking.given || !lacking.open)
        facts.set(buildFactKey('record', [lacking.name]), { there: lacking.given, null: !lacking.given });
  } else if (ownVerbs.has(name)) facts.set('old', { there: true });
  return facts;
}

function collectRowFacts(service: Service, resource: string, machine: StateMachineModel, row: TransitionModel): Facts {
  const name = row.name.value;
  const facts = collectOperationFacts(service, resource, name);
  const field = findStateField(machine, service);
  const from = getStateSet(getTransitionRows(machine, row).from(row));
  if (field !== undefined && from.size > 0)
    for (const root of ownVerbs.has(name) ? (['record', 'old'] as const) : (['record'] as const))
      facts.set(buildFactKey(root, [field]), { values: from });
  if (row.trigger?.kind === 'at')
    facts.set(buildFactKey('record', [row.trigger.field.value]), { there: true, null: false });
  return facts;
}

/** The state field of a machine: the one that it names, or the only one. */
const findStateField = memo(({ field, resource }: StateMachineModel, service: Service): string | undefined => {
  if (field !== undefined) return field.value;
  const fields = collectDefinitions(service).resources.get(resource.value)?.fields ?? [];
  const states = fields.filter(({ type }) => type?.kind === 'state');
  return states.length === 1 ? states[0]!.name.value : undefined;
});

/** Facts about the fields of a record where a row is taken from a state: its Guard holds, the rows in front of it were not taken. */
export function createPresenceReader(
  service: Service,
  resource: string,
  row: TransitionModel,
): (field: string, states: ReadonlyMap<string, string>) => 'there' | 'not there' | undefined {
  const plain = createPlainEnvironments(service).guard(resource, row);
  const presence = createRowPresence(service, plain, resource, row, 'effect');
  const fields = plain.symbols.fields(resource);
  return (name, states) => {
    const field = fields?.get(name);
    if (field === undefined || presence === undefined) return undefined;
    const isNullable = field.type.kind === 'nullable';
    const step: PathStep = isNullable ? { name, nullable: true } : { name, optional: true };
    let { facts } = presence;
    for (const [of, state] of states)
      facts = withFact(facts, buildFactKey('record', [of]), { values: new Set([state]) });
    const path = { op: 'path', root: 'record', steps: [step], type: field.type } as const;
    const { there, null: isNull } = getFact({ ...plain, presence }, facts, path, 1);
    const known = isNullable ? isNull !== undefined && !isNull : there;
    if ((isNullable ? isNull : there) === undefined) return undefined;
    return known ? 'there' : 'not there';
  };
}
