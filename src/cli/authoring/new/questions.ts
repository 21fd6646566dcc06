import { standardVerbs } from '../../../language-service/usual-rows.ts';
import { readDocument } from '../../../parts/index.ts';
import { createSource, getLineNumber, readLine } from '../../../text/location.ts';
import { isName } from '../../../text/names.ts';
import { type Answers, composeDocument, type ResourceAnswers } from './compose.ts';

/** Asks a question and returns the line of the answer; an empty line leaves the question open. Reports what is wrong with an answer. */
export interface Asker {
  ask(question: string): Promise<string>;
  report(problem: string): void;
}

/** Asks for a service: its purpose, its resources with fields, states and operations, and its callers. */
export async function askForService(name: string, asker: Asker): Promise<Answers> {
  let answers: Answers = { name, resources: [] };
  const accept: Accept = async (question, read, isWhole = false) => {
    for (;;) {
      const line = (await asker.ask(question)).trim();
      if (line === '') return;
      const next = read(line);
      const problem = typeof next === 'string' ? next : isWhole ? findProblem(answers, next) : undefined;
      if (problem === undefined) {
        answers = next as Answers;
        return;
      }
      asker.report(problem);
    }
  };
  await accept('What does the service do?', (purpose) => ({ ...answers, purpose }));
  const empty = { fields: [], states: [], final: [], transitions: [], operations: [] };
  await accept('Which resources does it store (such as Customer, Invoice)?', (line) => {
    const names = split(line);
    const wrong = names.find((resource) => !isName(resource, 'upper'));
    if (wrong !== undefined)
      return `${wrong} is not a name of a resource. Begin with an upper-case letter, such as Invoice.`;
    return { ...answers, resources: names.map((resource) => ({ name: resource, ...empty })) };
  });
  for (const at of answers.resources.keys()) {
    const change = (more: Partial<ResourceAnswers>): Answers => ({
      ...answers,
      resources: answers.resources.map((resource, index) => (index === at ? { ...resource, ...more } : resource)),
    });
    await askForResource(() => answers.resources[at]!, change, accept);
  }
  await accept('Who may call it (public, or key for callers with an API key)?', (line) =>
    line === 'public' || line === 'key' ? { ...answers, callers: line } : 'Answer public or key.',
  );
  if (answers.callers === 'key') {
    const question = 'How do they send the key (such as header Authorization: Bearer, or header X-Api-Key)?';
    await accept(question, (sentIn) => ({ ...answers, sentIn }), true);
  }
  return answers;
}

/** Asks until the answer can be read; `isWhole`: and until the document has no new error with it. */
type Accept = (question: string, read: (line: string) => Answers | string, isWhole?: boolean) => Promise<void>;

async function askForResource(
  current: () => ResourceAnswers,
  change: (more: Partial<ResourceAnswers>) => Answers,
  accept: Accept,
): Promise<void> {
  const { name } = current();
  for (let count = -1; count < current().fields.length; ) {
    count = current().fields.length;
    const hint = count === 0 ? ' (such as id: integer: assigned, or text: string: required; Enter ends)' : '';
    await accept(
      `Next field of ${name}, its type and constraints${hint}?`,
      (line) => {
        const [field = '', type = '', ...constraints] = line.split(':').map((piece) => piece.trim());
        if (type === '') return `Write the field and its type, such as ${field}: string`;
        return change({ fields: [...current().fields, { name: field, type, constraints: constraints.join(': ') }] });
      },
      true,
    );
  }
  if (current().fields.length === 0) return;
  if (current().fields.some(({ type }) => type === 'state')) await askForStates(current, change, accept);
  const example = `/${name.toLowerCase()}s`;
  await accept(
    `At which path is ${name} (such as ${example} for ${example}/{id} and ${example}/{id}/<transition>)?`,
    (path) => (path.startsWith('/') ? change({ path: path.replace(/\/+$/, '') }) : 'A path begins with /.'),
  );
  await accept(`What can clients do with ${name} (${standardVerbs.join(', ')}, or its transitions)?`, (line) => {
    const operations = split(line);
    const known = [...standardVerbs, ...current().transitions.map((transition) => transition.name)];
    const unknown = operations.find((operation) => !known.includes(operation));
    return unknown === undefined ? change({ operations }) : `${unknown} is not one of ${known.join(', ')}.`;
  });
  if (current().operations.length === 0) return;
  await accept(
    `Do requests and responses contain the whole ${name}, with 201 for create, 204 for delete (yes)?`,
    (line) => (/^y(es)?$/i.test(line) ? change({ isWhole: true }) : 'Answer yes, or press Enter.'),
  );
}

async function askForStates(
  current: () => ResourceAnswers,
  change: (more: Partial<ResourceAnswers>) => Answers,
  accept: Accept,
): Promise<void> {
  const { name } = current();
  await accept(`Which states has ${name}, the initial one first (such as draft, sent, paid)?`, (line) => {
    const states = split(line);
    return change({ states, initial: states[0]! });
  });
  if (current().states.length === 0) return;
  await accept(`Which of them are final?`, (line) => change({ final: split(line) }));
  await accept(`Which transitions (such as send: draft > sent, pay: sent > paid)?`, (line) => {
    const transitions = split(line).map((item) => /^(\S+)\s*:\s*(.+?)\s*>\s*(\S+)$/.exec(item));
    if (transitions.includes(null)) return 'Write each transition as name: from > to.';
    return change({
      transitions: transitions.map((found) => ({ name: found![1]!, from: found![2]!, to: found![3]! })),
    });
  });
}

function split(line: string): string[] {
  return line
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** The first error in a row of a table that an answer adds to the document. */
function findProblem(before: Answers, next: Answers): string | undefined {
  const known = new Set(composeDocument(before).split('\n'));
  const source = createSource('document.md', composeDocument(next));
  const { diagnostics } = readDocument(source);
  const wrong = diagnostics.find(({ severity, span }) => {
    const line = readLine(source, getLineNumber(source, span));
    return severity === 'error' && line.startsWith('|') && !known.has(line);
  });
  return wrong === undefined ? undefined : `${wrong.message} ${wrong.note}`;
}
