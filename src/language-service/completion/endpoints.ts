import { operators, parameterWords } from '../../parts/endpoints/read/parameter.ts';
import { listAccountResources } from '../../parts/resolve/callers/accounts.ts';
import { findPassword, findSessionScheme } from '../../parts/resolve/callers/sessions.ts';
import { type FieldHolder, findInnerHolder } from '../../parts/resolve/inner-fields.ts';
import { collectDefinitions, findField } from '../../parts/resolve/vocabulary.ts';
import { formats, formatsByName } from '../../parts/resources/formats/index.ts';
import type { ResourceModel } from '../../parts/resources/model.ts';
import { operationKinds, type SessionVerb, sessionVerbs } from '../../plan/kinds.ts';
import { present } from '../../text/present.ts';
import { findWordText } from '../texts.ts';
import { standardVerbs, writeUsualPath, writeUsualResponse } from '../usual-rows.ts';
import {
  type Candidate,
  type CompletionContext,
  createNames,
  createWords,
  expression,
  readResource,
} from './candidate.ts';
import { prefix } from './resources.ts';

/** Completes the cell Operation: the operations that the resources and transitions allow, without the operations that have a row. */
export function completeOperation(context: CompletionContext): readonly Candidate[] {
  const { service } = context.document;
  const taken = new Set(service.endpoints.operations.map(({ name }) => name.text));
  const ofResources = service.resources.resources.flatMap(({ name }) =>
    standardVerbs.map((verb) => `${verb} ${name.value}`),
  );
  const signingIn = new Set(listAccountResources(service).map(({ accountOf }) => accountOf!.value));
  const mayBegin = (verb: SessionVerb, resource: ResourceModel): boolean => {
    const byPassword = findPassword(resource) !== undefined;
    const byIssuer = signingIn.has(resource.name.value);
    if (verb === 'log out' || verb === 'refresh') return byPassword || byIssuer;
    return verb === 'log in' ? byPassword : byIssuer;
  };
  const ofSessions = service.resources.resources.flatMap((resource) =>
    sessionVerbs.filter((verb) => mayBegin(verb, resource)).map((verb) => `${verb} ${resource.name.value}`),
  );
  const ofTransitions = createNames(context, ['transition']).map(
    ({ label, detail }) => `${label} ${detail!.split(' of ')[1]}`,
  );
  const words = Object.entries(operationKinds).flatMap(([kind, { namedBy }]) => (namedBy === 'words' ? [kind] : []));
  const all = [...new Set([...ofTransitions, ...ofResources, ...ofSessions, ...words])].filter(
    (name) => !taken.has(name),
  );
  return all.map((label) => ({ label, kind: 'operation', detail: 'operation' }));
}

/** Completes the cell Path from the operation of its row: `/invoices`, `/invoices/{id}`, `/invoices/{id}/pay`. */
export function completePath(context: CompletionContext): readonly Candidate[] {
  const operation = context.place.row.Operation ?? '';
  const session = readSession(operation);
  if (session !== undefined) return [{ label: sessionPaths[session], kind: 'value' }];
  const resource = readResource(operation);
  if (resource === undefined) return [];
  const known = context.document.service.endpoints.operations.find(
    ({ name, path }) => path !== undefined && name.resource?.value === resource && /^(create|list)$/.test(name.verb),
  );
  const all =
    known?.path?.text ??
    `/${toPlural(resource.replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter}`).toLowerCase())}`;
  return [{ label: writeUsualPath(operation.split(' ')[0]!, all), kind: 'value' }];
}

const sessionPaths: Readonly<Record<SessionVerb, string>> = {
  'log in': '/sessions',
  'log out': '/sessions',
  refresh: '/sessions/refresh',
  'start sign in': '/sign-in',
  'sign in': '/sign-in/return',
};

/** The verb of an operation on sessions: `log in User`. */
function readSession(operation: string): SessionVerb | undefined {
  return sessionVerbs.find((verb) => operation.startsWith(`${verb} `));
}

/** Completes the response of an operation on sessions, with a refresh token if the document has such tokens. */
function completeSessionResponse({ document }: CompletionContext, session: SessionVerb): readonly Candidate[] {
  if (session === 'log out') return [{ label: '204', kind: 'value' }];
  const isRefreshed = session === 'refresh' || findSessionScheme(document.service)?.refresh !== undefined;
  const shown = isRefreshed ? '{ token: credential, refresh_token: refresh token }' : '{ token: credential }';
  return [{ label: `200 \`${shown}\``, kind: 'value' }];
}

function toPlural(word: string): string {
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(s|x|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
}

/** The words after `when` that the record decides, by the verb of the operation. */
const conditions: Readonly<Record<string, readonly Candidate[]>> = {
  create: [{ label: 'exists', kind: 'word', detail: 'the create finds an existing record' }],
  replace: [{ label: 'new', kind: 'word', detail: 'the replace creates the record of its path' }],
};

/** Completes a response outside its code spans: the one of the kind of operation first. */
export function completeResponse(context: CompletionContext): readonly Candidate[] {
  if (/^error $/.test(context.before)) return prefix(createNames(context, ['code']), 'error ');
  const operation = context.place.row.Operation ?? '';
  const session = readSession(operation);
  if (session === 'start sign in') return [];
  if (session !== undefined) return completeSessionResponse(context, session);
  const [verb = '', resource] = [operation.split(' ')[0], readResource(operation)];
  if (/\bwhen $/.test(context.before)) {
    return [...(conditions[verb] ?? []), expression];
  }
  const ofList = `{ data: ${resource}[], next: next cursor }`;
  const shapes = resource === undefined ? ['200'] : [withLocation(verb, writeUsualResponse(verb, resource, ofList))];
  const status = verb === 'create' ? 200 : 201;
  const byRecord = resource === undefined ? [] : (conditions[verb] ?? []);
  const others = [
    ...byRecord.map(({ label }) => `${status} \`${resource}\` when ${label}`),
    `200 \`$0\``,
    `201 \`$0\``,
    `202 \`$0\``,
    '204',
    'error $0',
  ];
  return [
    ...shapes.map((label) => ({ label, kind: 'value' as const, detail: `usual response of ${verb}` })),
    ...others
      .filter((other) => !shapes.includes(other))
      .map((insert) => ({ label: insert.replace(/ `?\$0`?$/, ''), kind: 'value' as const, insert })),
  ];
}

/** Completes the cell Maps to. */
export function completeMeans(context: CompletionContext): readonly Candidate[] {
  const { before, place } = context;
  const fields = createNames(context, ['field'], readResource(place.section.subject ?? ''));
  const filter = /^filter (\S+) /.exec(before);
  if (filter !== null) return prefix(createWords(context, operators), filter[0]);
  const [words, path] = /^filter ((?:[^\s.]+\.)*)/.exec(before) ?? [];
  if (words !== undefined)
    return prefix(path ? completeInnerFields(context, path.split('.').slice(0, -1)) : fields, words);
  const list = /^(?:search|sort|expand) (?:.*,\s*)?/.exec(before);
  if (list !== null) return prefix(fields, list[0]);
  if (before.startsWith('input ')) return prefix(createTypes(), 'input ');
  const own = fields.find(({ label }) => label === place.row.Parameter);
  const filters = own === undefined ? [] : operators.map((operator) => `filter ${own.label} ${operator}`);
  return [
    ...filters.map((label) => ({ label, kind: 'word' as const })),
    ...createWords(context, parameterWords).map((word) =>
      word.label === 'where' ? { ...word, insert: 'where `$0`' } : word,
    ),
  ];
}

/** The fields at the end of the path of a filter, inside an object or of the record that a field refers to. */
function completeInnerFields({ document, place }: CompletionContext, path: readonly string[]): readonly Candidate[] {
  const { service } = document;
  const resource = readResource(place.section.subject ?? '');
  const of = path.reduce<FieldHolder | undefined>(
    (holder, name) => findInnerHolder(service, holder && findField(holder, name)?.type)?.of,
    collectDefinitions(service).resources.get(resource ?? ''),
  );
  return (of?.fields ?? []).map(({ name, meaning }) => ({
    label: name.value,
    kind: 'field',
    detail: `field of ${of!.name.value}`,
    documentation: meaning?.text,
  }));
}

/** The types of one word that a parameter may have, and the formats. */
const sentTypes = [
  'string',
  'integer',
  'number',
  'boolean',
  ...formats.filter(({ notCompared }) => notCompared === undefined).map(({ name }) => name),
];

function createTypes(): readonly Candidate[] {
  return sentTypes.map((label) => {
    const insert = formatsByName.get(label)?.argument === undefined ? undefined : `${label} $0`;
    return { label, kind: 'word', documentation: findWordText('resources', label), ...present({ insert }) };
  });
}

/** A response with the header that names the new record, where the operation creates one. */
function withLocation(verb: string, response: string): string {
  return verb === 'create' ? `${response} header Location` : response;
}
