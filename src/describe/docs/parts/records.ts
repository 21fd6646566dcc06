import type { OperationPlan } from '../../../plan/operation.ts';
import type { AnswerShape } from '../../../plan/shape.ts';
import { own } from '../../../text/own-property.ts';
import type { Context } from '../context.ts';
import { type Html, html } from '../html.ts';
import { formatJson, renderPanel } from '../operation/samples.ts';

/** Writes a record of a resource as it was played, next to its fields. Left empty while the examples are being played. */
export function renderRecord(context: Context, resource: string): Html {
  const record = findRecord(context, resource);
  if (record === undefined) return html`${context.input.isPlaying === true && html`<div class="side"></div>`}`;
  return html`<div class="side">${renderPanel(resource, [{ name: 'JSON', text: formatJson(record) }])}</div>`;
}

/** Whether a record of a resource is, or will be, next to its fields. */
export function hasRecord(context: Context, resource: string): boolean {
  return context.input.isPlaying === true || findRecord(context, resource) !== undefined;
}

/** Finds the record with the most members among the responses that are the resource itself. */
function findRecord({ plan, input }: Context, resource: string): object | undefined {
  const examples = input.played?.examples ?? {};
  const found = plan.operations.filter(returnsResource(resource)).flatMap(({ name }) => {
    const success = own(examples, name)?.find(({ response }) => response.status < 300);
    const body = success?.response.body;
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? [body] : [];
  });
  return found.toSorted((one, other) => Object.keys(other).length - Object.keys(one).length)[0];
}

function returnsResource(resource: string): (operation: OperationPlan) => boolean {
  const isIt = (shape: AnswerShape | undefined): boolean => shape?.kind === 'object' && shape.shapeName === resource;
  return ({ responses }) => responses.some(({ shape }) => isIt(shape));
}
