import { listChangeNames } from '../../plan/change-names.ts';
import { mayChangeRecords } from '../../plan/kinds.ts';
import type { OperationPlan, SessionPlan, StepPlan } from '../../plan/operation.ts';
import type { WholePlan } from '../../plan/whole.ts';
import { withArticle } from '../../text/article.ts';
import { capitalize, joinDescriptions, toPlural, toSentence, toWords } from '../words.ts';

/** Says in a few words what an operation does: `Create an invoice`. A Meaning that is a title says it itself. */
export function summarize({ kind, name, verb, resource, session, meaning = '' }: OperationPlan): string {
  if (isTitle(meaning)) return meaning;
  if (kind === 'issue token' || kind === 'revoke token') return capitalize(kind.replace('token', 'an access token'));
  if (kind === 'read event') return 'Read an event';
  const bare = capitalize(toWords(name.replaceAll('_', ' ')));
  if (resource === undefined) return bare;
  const noun = toWords(resource);
  const own = verb ?? kind;
  const behind = name.startsWith(`${own} ${resource}`) ? name.slice(`${own} ${resource}`.length) : '';
  if (!name.startsWith(own)) return bare;
  if (session !== undefined) return `${describeSession(session, withArticle(noun))}${behind}`;
  const object = kind === 'list' ? toPlural(noun) : withArticle(noun);
  return capitalize(`${toWords(own.replaceAll('_', ' '))} ${object}${behind}`);
}

/** Whether a Meaning is the title of its operation: it begins with a capital letter, and has no full stop. */
export function isTitle(meaning: string): boolean {
  return /^\p{Lu}[^.!?`\n]{2,59}$/u.test(meaning);
}

/** Says what an operation on sessions does. */
function describeSession(session: SessionPlan, person: string): string {
  switch (session.does) {
    case 'log in':
      return `Log in as ${person}`;
    case 'log out':
      return session.every === true ? 'Log out of all sessions' : 'Log out';
    case 'refresh':
      return `Refresh the session of ${person}`;
    case 'start sign in':
      return session.links === true ? `Begin to link an account of ${person}` : `Begin to sign in as ${person}`;
    case 'sign in':
      return session.links === true ? `Link an account of ${person}` : `Sign in as ${person}`;
  }
}

const onceOnly = [
  '- Use a refresh token once, then the one of the response.',
  '- Repeat a request without a response within 30 seconds: it gets the same refresh token.',
  '- A refresh token that was replaced before ends its session.',
];

/** Describes an operation for its clients, in Markdown: meaning and prose, transitions, row rules, limits and events. */
export function describeOperation(plan: WholePlan, operation: OperationPlan): string {
  const { meaning, description = [], access } = operation;
  const rules = new Set(
    access.grants.flatMap(({ scope, kind, words }) =>
      words === undefined ? [] : [`- ${kind === 'scope' ? `With \`${scope}\`: o` : 'O'}nly where \`${words}\` holds.`],
    ),
  );
  const names = listChangeNames(operation);
  const events = plan.events.filter(({ when }) => when.some((one) => names.includes(one.operation)));
  const lists = [
    ['States', listWords(operation, ['states/from', 'states/choose'])],
    ['Existing records', listWords(operation, ['resources/existing'])],
    ['Refresh tokens', operation.session?.does === 'refresh' ? onceOnly : []],
    ['New records', operation.creation === undefined ? [] : ['- If there is no such record, it is created.']],
    ['Errors that keep the change', listKeptErrors(operation)],
    ['Access', [...rules]],
    ['Limits', listLimits(operation)],
    ['Events', events.map((event) => `- \`${event.name}\`${describeEnding(event.when, names)}`)],
  ] as const;
  return joinDescriptions([
    operation.disabled === true ? 'The document does not show this operation: every request gets 501.' : undefined,
    meaning === undefined || isTitle(meaning) ? undefined : toSentence(meaning),
    ...description.map(({ text }) => text),
    ...lists.map(([title, lines]) => (lines.length === 0 ? undefined : `**${title}**\n\n${lines.join('\n')}`)),
  ]);
}

function describeEnding(when: WholePlan['events'][number]['when'], names: readonly string[]): string {
  const { to, condition, operation } = when.find((one) => names.includes(one.operation))!;
  const tests = [
    ...(operation === names[0] ? [] : ['it is new']),
    ...(to === undefined ? [] : [`it ends in \`${to}\``]),
    ...(condition === undefined ? [] : [`\`${condition.source ?? ''}\``]),
  ];
  return tests.length === 0 ? '' : `, if ${tests.join(' and ')}`;
}

/** Says which errors are responses to work that was done. */
function listKeptErrors(operation: OperationPlan): readonly string[] {
  if (!mayChangeRecords(operation)) return [];
  return operation.responses.flatMap(({ status, error, when }) =>
    error === undefined ? [] : [`- ${status} \`${error}\`, if \`${when?.source ?? ''}\`.`],
  );
}

function listWords({ steps }: OperationPlan, of: readonly StepPlan['step'][]): readonly string[] {
  const words = steps.flatMap(({ step, words }) => (of.includes(step) ? [`- ${capitalize(words)}.`] : []));
  return [...new Set(words)];
}

function listLimits(operation: OperationPlan): readonly string[] {
  const limits = operation.steps.flatMap(({ step, words, line }) =>
    step.startsWith('limits/') && line !== undefined ? [`- ${capitalize(words)}.`] : [],
  );
  const { timeout } = operation;
  return [...new Set([...limits, ...(timeout === undefined ? [] : [`- ${capitalize(timeout.words)}.`])])];
}

/** Describes a response of success. */
export function describeSuccess({ kind, resource, responses }: OperationPlan, status: number): string {
  if (status === 304) return 'Not modified: what you keep is still the same.';
  const noun = resource === undefined ? undefined : toWords(resource);
  if (kind === 'issue token') return 'The access token.';
  if (kind === 'stream events') return 'The stream of events.';
  if (kind === 'list events') return 'A page of events.';
  if (kind === 'read event') return 'The event.';
  if (noun === undefined || kind === 'handler') return 'Done.';
  if (kind === 'list') return `A page of ${toPlural(noun)}.`;
  if (kind === 'delete') return `The ${noun} is deleted.`;
  if (kind === 'read') return `The ${noun}.`;
  if (kind === 'create') {
    const own = responses.filter((response) => response.status === status);
    if (own.length > 0 && own.every(({ exists }) => exists)) return `The ${noun} that existed already.`;
    const also = own.some(({ exists }) => exists) ? ', or that existed already' : '';
    return `The ${noun} that was created${also}.`;
  }
  const own = responses.filter((response) => response.status === status);
  if (own.length > 0 && own.every(({ isNew }) => isNew)) return `The ${noun} that was created.`;
  const also = own.some(({ isNew }) => isNew) ? ', or that was created' : '';
  return `The ${noun} after the change${also}.`;
}
