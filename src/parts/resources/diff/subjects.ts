import type { FieldPlan, MemberPlan, ResourcePlan, RulePlan, UnionPlan } from '../../../plan/resource.ts';
import type { Json, ValueSchema } from '../../../plan/schema.ts';
import { findNamed } from '../../../text/find-named.ts';
import { present } from '../../../text/present.ts';
import {
  type Comparison,
  getCellString,
  joinPlans,
  type Planned,
  pairByName,
  type Side,
} from '../../diff/comparison.ts';
import { createNewerNames } from '../../diff/newer-names.ts';
import type { FieldModel, ObjectModel, ResourceModel, RuleModel, UnionModel } from '../model.ts';

/** A field of a resource, or a member of an object, in one document. */
export interface FieldSide {
  readonly side: Side;
  readonly name: string;
  readonly model: FieldModel;
  readonly plan: Partial<FieldPlan> & MemberPlan;
  readonly schema: ValueSchema;
  readonly created: boolean;
  readonly changed: boolean;
  /** In a body or in a parameter. */
  readonly sent: boolean;
  readonly shown: boolean;
  /** The same, by the operations and events that both documents have; undefined of an object that one of them never sends or shows. */
  readonly common: { readonly created?: boolean; readonly changed?: boolean; readonly shown?: boolean };
}

/**
 * The same field in two documents; `called` is its newer name, or that of a field that is gone. A field that is `internal` in one
 * document only is new or gone for clients: `hidden` is that side.
 */
export interface FieldPair {
  readonly comparison: Comparison;
  readonly hidden?: FieldSide;
  readonly of: string;
  readonly called: string;
  readonly old?: FieldSide;
  readonly now?: FieldSide;
}

/** The same resource or object in two documents. */
export interface OwnerPair {
  readonly comparison: Comparison;
  readonly name: string;
  readonly kind: 'resource' | 'object';
  readonly old?: OwnerSide;
  readonly now?: OwnerSide;
}

/** A resource or object in one document. */
export interface OwnerSide {
  readonly side: Side;
  readonly model: ResourceModel | ObjectModel;
  readonly plan?: ResourcePlan;
}

/** A rule of a resource, in both documents or in one: as it holds for each write, or for one operation. */
export interface RulePair {
  readonly comparison: Comparison;
  readonly of: string;
  readonly name: string;
  /** A name of On. */
  readonly on?: string;
  readonly old?: RuleSide;
  readonly now?: RuleSide;
  /** The document that lacks it here has a rule of this name elsewhere: for other operations, or for each write. */
  readonly isElsewhere: boolean;
}

/** A rule in one document. */
export type RuleSide = Planned<RuleModel, Pick<RulePlan, 'name' | 'check' | 'error' | 'line'>>;

/** A union in two documents. */
export interface UnionPair {
  readonly comparison: Comparison;
  readonly name: string;
  readonly old?: Planned<UnionModel, UnionPlan>;
  readonly now?: Planned<UnionModel, UnionPlan>;
}

/** The resources and objects of both documents. */
export function pairOwners(comparison: Comparison): OwnerPair[] {
  const { old, now } = comparison;
  const sidesOf = (side: Side, kind: 'resource' | 'object'): OwnerSide[] => {
    const { resources } = side.service;
    const plans = new Map(side.plan.resources.map((plan) => [plan.name, plan]));
    return (kind === 'resource' ? resources.resources : resources.objects).map((model) => {
      const plan = kind === 'resource' ? plans.get(model.name.value) : undefined;
      return { side, model, ...present({ plan }) };
    });
  };
  return (['resource', 'object'] as const).flatMap((kind) =>
    pairByName(sidesOf(old, kind), sidesOf(now, kind), ({ model }) => model.name.value).map((pair) => ({
      ...pair,
      comparison,
      kind,
    })),
  );
}

/** The fields of the resources and objects that both documents have. */
export function pairFields(comparison: Comparison, owners: readonly OwnerPair[]): FieldPair[] {
  return owners.flatMap(({ name: of, old, now }) => {
    if (old === undefined || now === undefined) return [];
    const reached = resolveReached(of, old, now);
    const pairs = pairByName(
      listFields(of, old, reached),
      listFields(of, now, reached),
      ({ name }) => name,
      (name) => comparison.renamed.field(of, name),
    );
    return pairs.map(({ name, ...pair }) => ({ ...toClientView(pair), comparison, of, called: `${of}.${name}` }));
  });
}

function toClientView({ old, now }: Pick<FieldPair, 'old' | 'now'>): Pick<FieldPair, 'old' | 'now' | 'hidden'> {
  const isHidden = (side: FieldSide | undefined): boolean => side?.plan.direction === 'internal';
  if (old === undefined || now === undefined || isHidden(old) === isHidden(now)) {
    return { ...(old && { old }), ...(now && { now }) };
  }
  return isHidden(old) ? { now, hidden: old } : { old, hidden: now };
}

type Reached = Readonly<Record<'created' | 'changed' | 'shown', boolean>>;

/** Whether both documents send, change and show anything of an object: else its members say nothing of their own. */
function resolveReached(of: string, ...sides: readonly OwnerSide[]): Reached {
  const reached = (which: keyof Reached): boolean =>
    sides.every(
      ({ side, model, plan }) =>
        plan !== undefined || model.fields.some(({ name }) => side.common[which].has(`${of}.${name.value}`)),
    );
  return { created: reached('created'), changed: reached('changed'), shown: reached('shown') };
}

function listFields(of: string, { side, model, plan }: OwnerSide, reached: Reached): FieldSide[] {
  const fields = plan?.fields ?? findNamed(side.plan.objects, of)?.members ?? [];
  const plans = new Map(fields.map((field) => [field.name, field]));
  const { exposure, common } = side;
  return model.fields.flatMap((field) => {
    const { value: name } = field.name;
    const found = plans.get(name);
    if (found === undefined) return [];
    const key = `${of}.${name}`;
    const created = exposure.created.has(key);
    const changed = exposure.changed.has(key);
    return {
      side,
      name,
      model: field,
      plan: found,
      schema: found.schema,
      created,
      changed,
      sent: created || changed || exposure.asked.has(key),
      shown: exposure.shown.has(key),
      common: {
        ...(reached.created ? { created: common.created.has(key) } : {}),
        ...(reached.changed ? { changed: common.changed.has(key) } : {}),
        ...(reached.shown ? { shown: common.shown.has(key) } : {}),
      },
    };
  });
}

/** The rules of the resources that both documents have: those of each write, and those of each operation. */
export function pairRules(comparison: Comparison, owners: readonly OwnerPair[]): RulePair[] {
  return owners.flatMap(({ name: of, old, now }) => {
    if (old?.plan === undefined || now?.plan === undefined) return [];
    const sides = [old, now].map((side) => listRuleSides(side));
    const [before, after] = sides as [OperationRuleSide[], OperationRuleSide[]];
    const names = new Set([...before, ...after].map(({ on }) => on));
    return [...names].flatMap((on) => {
      const isHere = (side: OperationRuleSide): boolean => side.on === on;
      // A rule of each write is compared with one of the same name of an operation.
      const here = (own: OperationRuleSide[], others: OperationRuleSide[]): OperationRuleSide[] =>
        own.filter((side) => {
          const isWider = side.on === undefined && others.some((other) => isHere(other) && isAlike(side, other));
          return isHere(side) || isWider;
        });
      const pairs = pairByName(here(before, after), here(after, before), ({ plan }) => plan.name);
      return pairs.map((pair): RulePair => {
        const isElsewhere = [before, after].every((all) => all.some(({ plan }) => plan.name === pair.name));
        return { ...pair, ...present({ on }), comparison, of, isElsewhere };
      });
    });
  });
}

/** A rule as it holds for each write, or for one operation. */
type OperationRuleSide = RuleSide & { readonly on: string | undefined };

const isAlike = (side: OperationRuleSide, other: OperationRuleSide): boolean => side.plan.name === other.plan.name;

function listRuleSides({ model, plan }: OwnerSide): OperationRuleSide[] {
  return ('rules' in model ? model.rules : []).flatMap((rule): OperationRuleSide[] => {
    const always = findNamed(plan?.rules, rule.name.value);
    if (always !== undefined) return [{ model: rule, plan: always, on: undefined }];
    const rows = plan?.operationRules.filter((row) => row.rule === rule.name.value) ?? [];
    const sides = rows.map(({ rule: name, name: verb, guard, error, line }): OperationRuleSide => {
      // `update` and `replace` each mean both.
      const on = verb === 'replace' ? 'update' : verb;
      return { model: rule, plan: { name, check: guard, ...present({ error }), line }, on };
    });
    return [...new Map(sides.map((side) => [side.on, side])).values()];
  });
}

/** The unions of both documents. */
export function pairUnions(comparison: Comparison): UnionPair[] {
  const { old, now } = comparison;
  const unionsOf = ({ service, plan }: Side) =>
    joinPlans(service.resources.unions, (model) => findNamed(plan.unions, model.name.value));
  return pairByName(unionsOf(old), unionsOf(now), ({ plan }) => plan.name).map((pair) => ({ ...pair, comparison }));
}

/** The cells Type and Constraints of a field as they stand, each once, parted by `;`. */
export function formatCells({ side, model }: FieldSide, which: 'all' | 'type' | 'constraints'): string {
  const { source } = side.service;
  const constraints = model.constraints.filter(({ kind }) => which === 'all' || bounds.has(kind));
  const spans = [
    ...(which === 'constraints' ? [] : [model.type?.span]),
    ...(which === 'type' ? [] : constraints.map(({ span }) => span)),
  ];
  return spans.flatMap((span) => (span === undefined ? [] : [getCellString(source, span)])).join('; ');
}

const bounds: ReadonlySet<string> = new Set(['range', 'multiple of', 'unique items', 'pattern', 'media types']);

/** The default of a field in the older document; a value that got another name by its newer one. */
export function translateDefault({ comparison, of, old }: FieldPair): Json | undefined {
  const given = old?.plan.default;
  return typeof given === 'string' ? createNewerNames(comparison).value(`${of}.${old!.name}`, given) : given;
}

/** A literal as the Changes table writes it. */
export function formatLiteral(value: Json | undefined): string {
  return value === undefined ? '' : JSON.stringify(value);
}
