import type { OperationPlan, ParameterPlan } from '../../../plan/operation.ts';
import { isDottedUnicodeWord } from '../../../text/pattern.ts';
import { type Comparison, pairByName, type Side } from '../../diff/comparison.ts';
import type { OperationModel, ParameterModel } from '../model.ts';

/** An operation in one document. */
export interface OperationSide {
  readonly side: Side;
  readonly model: OperationModel;
  readonly plan: OperationPlan;
}

/** The same operation in two documents: by its name, else by its method and path. */
export interface OperationPair {
  readonly comparison: Comparison;
  readonly called: string;
  readonly old?: OperationSide;
  readonly now?: OperationSide;
}

/** An operation that both documents have. */
export type SameOperation = OperationPair & { readonly old: OperationSide; readonly now: OperationSide };

/** A parameter in one document. */
export interface ParameterSide {
  readonly model: ParameterModel;
  readonly plan: ParameterPlan;
}

/** The same parameter of an operation in two documents. */
export interface ParameterPair {
  readonly comparison: Comparison;
  readonly operation: SameOperation;
  readonly called: string;
  readonly name: string;
  readonly old?: ParameterSide;
  readonly now?: ParameterSide;
}

/** The operations of both documents. */
export function pairOperations(comparison: Comparison): OperationPair[] {
  const [older, newer] = [listOperations(comparison.old), listOperations(comparison.now)];
  const names = new Set(older.map(({ plan }) => plan.name));
  const present = new Set(newer.map(({ plan }) => plan.name));
  const places = new Map(
    older
      .filter(({ plan }) => !present.has(plan.name))
      .map((operation) => [buildRouteKey(operation), operation.plan.name]),
  );
  const byName = new Map(newer.map((operation) => [operation.plan.name, operation]));
  const before = (name: string): string =>
    names.has(name) ? name : (places.get(buildRouteKey(byName.get(name)!)) ?? name);
  return pairByName(older, newer, ({ plan }) => plan.name, before).map(({ name, ...pair }) => ({
    ...pair,
    comparison,
    called: name,
  }));
}

/** An operation that both documents have, or none. */
export function toSameOperation(pair: OperationPair): SameOperation | undefined {
  const { old, now } = pair;
  return old === undefined || now === undefined ? undefined : { ...pair, old, now };
}

function listOperations(side: Side): OperationSide[] {
  const plans = new Map(side.plan.operations.map((plan) => [plan.name, plan]));
  return side.service.endpoints.operations.flatMap((model) => {
    const plan = plans.get(model.name.text);
    return plan === undefined ? [] : [{ side, model, plan }];
  });
}

function buildRouteKey({ plan }: OperationSide): string {
  return `${plan.method} ${formatAnonymousPath(plan)}`;
}

/** A path with nothing in its placeholders: clients never see their names. */
export function formatAnonymousPath({ path }: OperationPlan): string {
  return path.replace(/\{[^}]*\}/g, '{}');
}

/** The parameters of the operations that both documents have. */
export function pairParameters(operations: readonly SameOperation[]): ParameterPair[] {
  return operations.flatMap((operation) => {
    const { comparison, called } = operation;
    const back = (key: string): string => {
      const at = key.indexOf(' ');
      return `${key.slice(0, at)} ${comparison.renamed.parameter(called, key.slice(at + 1))}`;
    };
    const pairs = pairByName(listParameters(operation.old), listParameters(operation.now), buildParameterKey, back);
    return pairs.map(({ name: key, ...pair }) => {
      const name = key.slice(key.indexOf(' ') + 1);
      return { ...pair, comparison, operation, name, called: `parameter ${name} of ${called}` };
    });
  });
}

function buildParameterKey({ plan }: ParameterSide): string {
  return `${plan.in} ${plan.name}`;
}

function listParameters({ model, plan }: OperationSide): ParameterSide[] {
  return model.parameters.flatMap((parameter) => {
    const found = plan.parameters.find(
      ({ name, in: place }) => name === parameter.name.value && place === parameter.in,
    );
    return found === undefined ? [] : [{ model: parameter, plan: found }];
  });
}

/** The type of a parameter's value, as the column Before of a row `removed` holds it. */
export function formatParameterType({ model: { means }, plan: { schema } }: ParameterSide): string {
  if (means?.kind === 'input') return means.type.text;
  if (means?.kind === 'total') return 'boolean';
  if (means?.kind === 'page size' || means?.kind === 'offset' || means?.kind === 'page number') return 'integer';
  if (schema?.type === 'choice') return `one of ${schema.values.map(quoteValue).join(', ')}`;
  return schema?.type === 'integer' || schema?.type === 'number' || schema?.type === 'boolean' ? schema.type : 'string';
}

/** A value of a `one of` as the document writes it. */
function quoteValue(value: string): string {
  return isDottedUnicodeWord(value) ? value : `"${value}"`;
}
