import type { OperationPlan, StepPlan } from '../../plan/operation.ts';
import { sentFields } from '../../plan/sent.ts';
import type { InputShape } from '../../plan/shape.ts';
import { lineOf } from '../../text/place.ts';
import { isNotShown } from '../not-shown.ts';
import type { Service } from '../service.ts';
import { aboutOf } from './about.ts';
import type { OperationModel } from './model.ts';

type Facts = Pick<OperationPlan, 'idempotency' | 'preconditions' | 'segments' | 'input' | 'parameters' | 'line'>;

/** The steps of this part that an operation has, in words, each with the line behind it; in no order. */
export function stepsOf(service: Service, operation: OperationModel, facts: Facts): readonly StepPlan[] {
  const { member, byPut } = aboutOf(service, operation);
  const { idempotency, segments, input, parameters, line } = facts;
  const withoutBody = operation.method?.value === 'GET';
  const steps: StepPlan[] = [];
  for (const { step, words } of member.steps) {
    if (withoutBody && (step === 'endpoints/media-type' || step === 'endpoints/body' || step === 'endpoints/input')) {
      continue;
    }
    if (step === 'endpoints/input' && input === undefined) {
      steps.push({ step, words: 'takes no body, or an object without members', line });
    } else if (step === 'endpoints/input') {
      steps.push({ step, words: `${words}${inBody(input!, operation.name.resource?.value)}`, line });
    } else if (step === 'endpoints/parameters' && parameters.length > 0) {
      steps.push({ step, words: `${words}${asInput(parameters)}`, line: parameters[0]!.line });
    } else if (step === 'endpoints/precondition') {
      steps.push(...preconditionSteps(facts, words));
    } else if (step === 'endpoints/answer' && !isNotShown(operation.responses) && operation.responses.length > 0) {
      steps.push({ step, words, line: lineOf(service.source, operation.responses[0]!.span) });
    } else steps.push({ step, words, line });
  }
  const placed = segments.some((segment) => segment.kind === 'placeholder' && segment.of !== 'input');
  if (member.finds === 'new record' && placed) {
    const words = byPut ? 'looks whether the record is there already' : 'finds the parent that the path names';
    steps.push({ step: 'endpoints/load', words, line });
  }
  if (byPut) steps.push(...preconditionSteps(facts, 'honours If-Match and If-None-Match'));
  if (member.finds === 'perhaps a record' && (placed || operation.record !== undefined)) {
    steps.push({ step: 'endpoints/load', words: 'finds the record that the handler is given', line });
    const own = segments.some((segment) => segment.kind === 'placeholder' && segment.of === 'own');
    if (own || operation.record !== undefined) {
      steps.push(...preconditionSteps(facts, 'honours If-Match and If-None-Match'));
    }
  }
  const patches = service.endpoints.requestMediaTypes.find(({ value }) =>
    /^application\/json-patch\+json\b/i.test(value),
  );
  if (member.name === 'update' && patches !== undefined) {
    const at = lineOf(service.source, patches.span);
    steps.push({ step: 'endpoints/patch', words: 'applies a JSON Patch to the record', line: at });
  }
  if (idempotency !== undefined) {
    const { header, line: at } = idempotency;
    const asks = idempotency.required
      ? `asks for the key in ${header}`
      : `takes the key in ${header}, where there is one`;
    steps.push(
      { step: 'endpoints/idempotency', words: asks, line: at },
      { step: 'endpoints/replay', words: 'answers a repeated request as the first was answered', line: at },
      { step: 'endpoints/outcome', words: 'keeps the answer for the key', line: at },
    );
  }
  return steps;
}

function preconditionSteps({ preconditions }: Facts, words: string): readonly StepPlan[] {
  const step = 'endpoints/precondition';
  const [first] = preconditions;
  if (first === undefined) return [{ step, words }];
  const needed = preconditions.filter((row) => row.required).map((row) => row.header);
  const asks = needed.length === 0 ? '' : `, and needs ${needed.join(' and ')}`;
  return [{ step, words: `${words}${asks}`, line: first.line }];
}

/** Where a body that writes a record holds its fields, and what is input alone; nothing where they are its own members. */
function inBody(input: InputShape, resource: string | undefined): string {
  const sent = sentFields(input);
  if (sent.length === 0 || input.kind !== 'object') return '';
  const byObject = Map.groupBy(sent, ({ path }) => path.slice(0, -1).join('.'));
  const objects = [...byObject].flatMap(([object, fields]) => {
    const names = fields.map(({ path, field }) => (path.at(-1) === field ? field : `${path.at(-1)} is ${field}`));
    const plain = object === '' && fields.every(({ path, field }) => path[0] === field);
    return plain ? [] : [`; ${object === '' ? 'it' : object} holds of the ${resource}: ${names.join(', ')}`];
  });
  return `${objects.join('')}${asInput(besideRecord(input).map((name) => ({ name, means: { kind: 'input' } })))}`;
}

/** The members of a body that are no part of the record, by their paths. */
function besideRecord(shape: InputShape, around = ''): readonly string[] {
  if (shape.kind !== 'object') return [];
  return shape.members.flatMap(({ name, field, shape: inner }) => {
    if (field !== undefined || inner.kind === 'literal') return [];
    return sentFields(inner).length === 0 ? [`${around}${name}`] : besideRecord(inner, `${around}${name}.`);
  });
}

/** Names what is input and nothing else. */
function asInput(all: readonly { readonly name: string; readonly means: { readonly kind: string } }[]): string {
  const names = all.filter(({ means }) => means.kind === 'input').map(({ name }) => `input.${name}`);
  return names.length === 0 ? '' : `; ${names.join(', ')} for expressions and code`;
}
