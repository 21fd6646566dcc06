import type { CodePlan, ConditionPlan, ErrorsPlan, FieldErrorPlace, FieldErrorPlan } from '../../plan/plan.ts';
import type { Json } from '../../plan/schema.ts';
import { getLineNumber } from '../../text/location.ts';
import { present } from '../../text/present.ts';
import { planMeaning } from '../resolve/documentation.ts';
import { getCodeStatus, indexNamedCodes } from '../resolve/named-codes.ts';
import type { Service } from '../service.ts';
import { resolveErrorBody } from './body.ts';
import { buildConditionKey, indexCandidates, selectAnswering } from './candidates.ts';
import { placeKind } from './check/places.ts';
import type { CodeModel, ConditionModel, FieldErrorOn } from './model.ts';

/** The codes in the order of the document, each with what chooses it, and the body of refusals. */
export function planErrors(service: Service): ErrorsPlan {
  const body = planBody(service);
  return {
    codes: service.errors.codes.map((code) => planCode(service, code)),
    ...(service.errors.fields.length === 0 ? {} : { fields: planFields(service) }),
    ...present({ body }),
  };
}

/**
 * Returns errors without the codes of the line Codes that no request can receive: `used` has the conditions of the others, `shown` the
 * codes that clients of an older version get in place of present ones.
 */
export function withoutUnusedCodes(
  service: Service,
  errors: ErrorsPlan,
  used: ReadonlySet<string>,
  shown: ReadonlySet<string>,
): ErrorsPlan {
  const { convention } = service.errors;
  if (convention === undefined) return errors;
  const line = getLineNumber(service.source, convention);
  const named = indexNamedCodes(service);
  const isUsed = ({ code, conditions }: CodePlan): boolean =>
    named.has(code) || shown.has(code) || conditions.some(({ name }) => used.has(name));
  return { ...errors, codes: errors.codes.filter((code) => code.line !== line || isUsed(code)) };
}

function planFields({ errors, source }: Service): readonly FieldErrorPlan[] {
  return errors.fields.map(({ problems, on, message, code, meaning, span }) => ({
    problems: problems.map(({ value }) => value),
    ...(on.length === 0 ? {} : { on: on.map(planPlace) }),
    ...present({ message: message?.text }),
    ...(code === undefined ? {} : { code: code.value as Json }),
    ...planMeaning(present({ meaning })),
    line: getLineNumber(source, span),
  }));
}

function planPlace(on: FieldErrorOn): FieldErrorPlace {
  if (on.kind === 'holder') return { holder: on.of.value };
  if (on.kind === 'field') return { holder: on.of.value, field: on.field.value };
  const { parameter, operation } = on;
  return { parameter: parameter.value, ...present({ operation: operation?.value }) };
}

function planBody(service: Service): ErrorsPlan['body'] {
  const { body } = service.errors;
  if (body === undefined || body.kind === 'problem details') return body && { kind: body.kind };
  const { shape } = resolveErrorBody(service);
  return shape === undefined ? undefined : { kind: 'shape', shape };
}

function planCode(service: Service, code: CodeModel): CodePlan {
  const conditions = code.conditions.map((condition) => planCondition(service, code, condition));
  return {
    code: code.code.value,
    status: getCodeStatus(service, code),
    conditions,
    ...present({ message: code.message?.text, field: code.field?.value }),
    own: Object.fromEntries([...code.own].map(([title, { value }]) => [title, value as Json])),
    byName: conditions.every((condition) => condition.byName === true || condition.raisedBy !== undefined),
    ...planMeaning(code),
    line: getLineNumber(service.source, code.span),
  };
}

function planCondition(service: Service, code: CodeModel, { name, on, raisedBy }: ConditionModel): ConditionPlan {
  if (raisedBy !== undefined) return { name: name.value, raisedBy: raisedBy.value };
  const kind = on === undefined ? undefined : placeKind(service, on.value);
  const candidates = indexCandidates(service).get(buildConditionKey(name.value, on?.value)) ?? [];
  const answers = selectAnswering(candidates)?.code === code;
  return {
    name: name.value,
    ...(on === undefined || kind === undefined ? {} : { on: { kind, name: on.value } }),
    ...(answers ? {} : { byName: true }),
  };
}
