import type { OperationPlan } from '../../plan/operation.ts';
import type { WholePlan } from '../../plan/whole.ts';
import { toAnchor, toFragment } from './anchors.ts';

/** The addresses that the text links to. */
export interface LlmsAddresses {
  /** The documentation page. */
  readonly docs: string;
  /** The document itself, as Markdown. */
  readonly document: string;
  /** The OpenAPI description. */
  readonly openapi: string;
}

/** Writes what a service offers as Markdown for language models, in the form of llmstxt.org. */
export function describeLlms(plan: WholePlan, { docs, document, openapi }: LlmsAddresses): string {
  const { name, summary, purpose, operations, events, errors, gaps } = plan;
  const link = (part: 'endpoints' | 'events' | 'errors', title: string): string =>
    `[${title}](${docs}${toFragment(toAnchor(part, title))})`;
  const sections: readonly (readonly [title: string, lines: readonly string[]])[] = [
    [
      'Documentation',
      [
        `- [The document](${document}): the Markdown page that defines the service`,
        `- [Documentation page](${docs}): with examples, state diagrams and errors`,
        `- [OpenAPI description](${openapi})`,
      ],
    ],
    [
      'Operations',
      operations.map((operation) => `- ${link('endpoints', operation.name)}: ${describeOperation(operation)}`),
    ],
    ['Events', events.map((event) => `- ${link('events', event.name)}: ${describeEvent(event)}`)],
    ['Error codes', errors.codes.map((code) => `- ${link('errors', code.code)}: ${describeCode(code)}`)],
    ['Not stated', gaps.map(({ part, what }) => `- ${part}: ${what}`)],
  ];
  const written = sections
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => `## ${title}\n\n${lines.join('\n')}`);
  const head = [
    `# ${name}`,
    ...(summary === '' ? [] : [`> ${summary}`]),
    ...(purpose.prose === '' ? [] : [purpose.prose]),
  ];
  return `${[...head, ...written].join('\n\n')}\n`;
}

function describeOperation({ method, path, meaning, access, steps }: OperationPlan): string {
  const scopes = [...new Set(access.grants.map(({ scope }) => scope))].join(', ');
  const codes = [...new Set(steps.flatMap(({ refusals = [] }) => refusals.flatMap(({ code }) => code ?? [])))];
  return [
    `\`${method} ${path}\``,
    ...(meaning === undefined ? [] : [meaning]),
    ...(scopes === '' ? [] : [`for ${scopes}`]),
    ...(codes.length === 0 ? [] : [`errors: ${codes.join(', ')}`]),
  ].join('; ');
}

function describeEvent({ when, meaning }: WholePlan['events'][number]): string {
  const causes = when.map(({ operation, to }) => (to === undefined ? operation : `${operation} to ${to}`));
  return [
    ...(causes.length === 0 ? [] : [`after ${causes.join(', ')}`]),
    ...(meaning === undefined ? [] : [meaning]),
  ].join('; ');
}

function describeCode({ status, message, conditions }: WholePlan['errors']['codes'][number]): string {
  const why = conditions.map(({ name, on }) => (on === undefined ? name : `${name} on ${on.name}`)).join(', ');
  return [String(status), ...(message === undefined ? [] : [message]), ...(why === '' ? [] : [why])].join('; ');
}
