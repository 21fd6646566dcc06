import type { AnswerRoles } from '../../../contracts/compiled.ts';
import type { Making } from '../../../contracts/operation-context.ts';
import type { Given } from '../../../contracts/request-context.ts';
import type { Step } from '../../../contracts/step.ts';
import type { AnswerShape } from '../../../plan/shape.ts';
import { answerTypes } from './accept.ts';
import { toBase64url } from './lists/cursor.ts';
import { listLinks, listRoles, noRoles } from './lists/links.ts';
import { listTagger, weakTag } from './lists/tag.ts';
import { noneMatchNames, tagOf } from './precondition.ts';

/** Shapes the answer: status, body, entity tag, links. A read that the client has already is a 304. */
export function answerStep(making: Making): Step {
  const { operation, code } = making;
  const headers = headersFor(making);
  const roles = operation.kind === 'list' ? listRoles(making) : undefined;
  const links = operation.kind === 'list' ? listLinks(making) : undefined;
  const tag = tagger(making);
  const pick = picker(making);
  const safe = operation.method === 'GET' || operation.method === 'HEAD';
  const puts = operation.method === 'PUT';
  const { embed } = making;
  const shape = (given: Given): undefined => {
    const at = pick(given);
    const response = code.responses[at]!;
    response.check?.(given);
    const known = tag.known?.(given);
    const none = safe ? given.incoming.header('if-none-match') : undefined;
    if (none !== undefined && known !== undefined && noneMatchNames(none, known)) {
      given.answer = { status: 304, headers: [...headers(given, false), 'ETag', known], body: undefined };
      return undefined;
    }
    const told = roles?.(given) ?? given.listed?.roles ?? noRoles;
    const { row } = given;
    const shown =
      response.fromRow !== undefined && row !== undefined ? response.fromRow(row) : response.body?.(given, told);
    const all = headers(given, shown !== undefined);
    for (const text of response.headers(given, told)) all.push(text);
    if (shown !== undefined && (!puts || shown === given.text)) {
      const entity = known ?? tag.of?.(given, shown, told);
      if (entity !== undefined) {
        if (none !== undefined && noneMatchNames(none, entity)) {
          given.answer = { status: 304, headers: [...headers(given, false), 'ETag', entity], body: undefined };
          return undefined;
        }
        all.push('ETag', entity);
      }
    }
    links?.(given, told, all);
    if (given.listed !== undefined) all.push(...given.listed.headers);
    given.answer = { status: response.status, headers: all, body: shown };
    return undefined;
  };
  if (embed === undefined) return shape;
  return (given) => {
    const loaded = embed(given);
    return loaded instanceof Promise ? loaded.then(() => shape(given)) : shape(given);
  };
}

/**
 * Which response answers: the first whose `when` holds, among those of the status that code chose where it chose one; of a create
 * by PUT the second when it was repeated.
 */
function picker(making: Making): (given: Given) => number {
  const { operation, code } = making;
  const last = code.responses.length - 1;
  if (last === 0) return () => 0;
  if (operation.kind === 'create' && operation.method === 'PUT') return (given) => (given.repeated === true ? 1 : 0);
  return (given) => {
    const { chosen } = given;
    if (chosen !== undefined) return chosenOf(making, given, chosen);
    for (let i = 0; i < last; i++) if (code.responses[i]!.when(given)) return i;
    return last;
  };
}

/** An older version may state fewer Responses than the code knows: its last one answers then. */
function chosenOf({ operation, code }: Making, given: Given, chosen: readonly number[]): number {
  const at = chosen.map((one) => Math.min(one, code.responses.length - 1));
  const found = at.find((one) => code.responses[one]!.when(given));
  if (found !== undefined) return found;
  const { status } = code.responses[at[0]!]!;
  throw new Error(`${operation.name} answers ${status}, and the \`when\` of no Response with that status holds`);
}

function headersFor(making: Making): (given: Given, hasBody: boolean) => string[] {
  const types = answerTypes(making);
  const common = ['X-Content-Type-Options', 'nosniff'];
  if (types.length > 1) common.push('Vary', 'Accept');
  const noStore = ['Cache-Control', 'no-store', ...common];
  const checked = ['Cache-Control', 'no-cache', ...common];
  const typed = (type: string): string[][] => [
    ['Content-Type', type, ...noStore],
    ['Content-Type', type, ...checked],
  ];
  const usual = typed(types[0]);
  const byType = new Map(types.map((type) => [type, typed(type)]));
  const { method } = making.operation;
  const unsafe = method !== 'GET' && method !== 'HEAD';
  return (given, hasBody) => {
    const kept = unsafe || given.caller !== undefined;
    if (!hasBody) return (kept ? noStore : checked).slice();
    const set = given.mediaType === undefined ? usual : (byType.get(given.mediaType) ?? usual);
    return set[kept ? 0 : 1]!.slice();
  };
}

interface Tagger {
  /** The tag that follows from the version alone. */
  readonly known?: (given: Given) => string | undefined;
  /** The tag that needs the body. */
  readonly of?: (given: Given, body: string, told: AnswerRoles) => string | undefined;
}

/** Entity tags: strong for an answer that is one record, weak for lists and answers with a `when`. */
function tagger(making: Making): Tagger {
  const { operation, host } = making;
  const { kind, responses } = operation;
  const hash = (body: string): string => toBase64url(host.sha256(body).subarray(0, 12));
  if (kind === 'list') {
    const tag = listTagger(making);
    return { of: (given, body, told) => tag(given, told, body) };
  }
  if (responses.length > 1) return { of: (_, body) => weakTag(making, body) };
  if (kind === 'delete' || kind === 'code' || operation.resource === undefined) return {};
  const shape = responses[0]?.shape;
  if (shape === undefined) return {};
  const version = (given: Given): string | undefined =>
    given.row === undefined ? undefined : tagOf(making, given.row[0]);
  const expand = operation.parameters.filter(({ means }) => means.kind === 'expand').map(({ name }) => name);
  const chosen = [
    ...expand,
    ...operation.parameters.filter(({ means }) => means.kind === 'fields').map(({ name }) => name),
  ];
  const follows = followsRecord(shape) && making.handled?.computed === undefined;
  const used = (names: readonly string[], given: Given): boolean =>
    names.some((name) => given.parameters[name] !== undefined);
  return {
    known: (given) => (follows && !used(chosen, given) ? version(given) : undefined),
    of(given, body) {
      if (used(expand, given)) return weakTag(making, body);
      return version(given)?.replace(/"$/, `${hash(body)}"`);
    },
  };
}

const outside = new Set(['caller', 'input', 'old', 'now', 'today']);

/** Whether a shape shows nothing but its own record. */
function followsRecord(shape: AnswerShape): boolean {
  const look = (node: unknown): boolean => {
    if (typeof node !== 'object' || node === null) return true;
    const { kind, op, root } = node as { kind?: string; op?: string; root?: string };
    if (kind === 'embedded' || (op === 'path' && outside.has(root!))) return false;
    return Object.values(node).every(look);
  };
  return look(shape);
}
