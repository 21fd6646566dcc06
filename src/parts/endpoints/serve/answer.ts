import type { BuiltInValues } from '../../../contracts/compiled.ts';
import { then } from '../../../contracts/maybe-promise.ts';
import type { Answering, OperationContext } from '../../../contracts/operation-context.ts';
import type { Refusal } from '../../../contracts/refusal.ts';
import type { RequestContext } from '../../../contracts/request-context.ts';
import type { Step } from '../../../contracts/step.ts';
import { showsLink } from '../../../plan/files/signed-links.ts';
import { createsByPut } from '../../../plan/kinds.ts';
import { listSuccesses } from '../../../plan/operation.ts';
import { asksQuestions, findFieldsOfOthers } from '../../../plan/records/questions.ts';
import type { ResourcePlan } from '../../../plan/resource.ts';
import { createSessionCookies } from '../../authentication/serve/sessions/cookies.ts';
import { createEventPageLinks, createEventPageValues } from '../../events/serve/list.ts';
import { listResponseMediaTypes } from './accept.ts';
import { mayTag } from './answer-headers.ts';
import { toBase64url } from './lists/cursor.ts';
import { listLinks, listRoles, noRoles } from './lists/links.ts';
import { createPageShortener } from './lists/page-end.ts';
import { createWeakTag, listTagger } from './lists/tag.ts';
import { formatEntityTag, matchesIfNoneMatch } from './precondition.ts';

/** Shapes the answer: status, body, entity tag, links, or an error. A read that the client has already is a 304. */
export function createAnswerStep(op: OperationContext): Step {
  const { operation, code } = op;
  const headers = createHeaderWriter(op);
  const { roles, links } = listParts(op);
  const tag = createEntityTagger(op);
  const cookies = createSessionCookies(op);
  const pick = createResponsePicker(op);
  const errors = operation.responses.map(({ error, line }): Refusal | undefined =>
    error === undefined ? undefined : { condition: 'raised by', named: error, line },
  );
  const safe = operation.method === 'GET' || operation.method === 'HEAD';
  const puts = operation.method === 'PUT';
  const { embed } = op;
  const shape = (ctx: RequestContext): undefined => {
    const at = pick(ctx);
    const error = errors[at];
    if (error !== undefined) {
      ctx.response = op.refused(ctx, error);
      return undefined;
    }
    const response = code.responses[at]!;
    response.check?.(ctx);
    const known = tag.known?.(ctx);
    const none = safe ? ctx.incoming.header('if-none-match') : undefined;
    if (none !== undefined && known !== undefined && matchesIfNoneMatch(none, known)) {
      ctx.response = { status: 304, headers: [...headers(ctx, false), 'ETag', known], body: undefined };
      return undefined;
    }
    const builtIn = roles?.(ctx) ?? noRoles;
    const { row } = ctx;
    const shown =
      response.fromRow !== undefined && row !== undefined ? response.fromRow(row) : response.body?.(ctx, builtIn);
    const all = headers(ctx, shown !== undefined);
    for (const text of response.headers(ctx, builtIn)) all.push(text);
    cookies?.(ctx, all);
    if (shown !== undefined && (!puts || shown === ctx.text)) {
      const entity = known ?? tag.of?.(ctx, shown, builtIn);
      if (entity !== undefined) {
        if (none !== undefined && matchesIfNoneMatch(none, entity)) {
          ctx.response = { status: 304, headers: [...headers(ctx, false), 'ETag', entity], body: undefined };
          return undefined;
        }
        all.push('ETag', entity);
      }
    }
    links?.(ctx, builtIn, all);
    ctx.response = { status: response.status, headers: all, body: shown };
    return undefined;
  };
  const parts = [operation.responses, operation.parameters, op.plan.resources.map(listShownFields)];
  const shown = asksQuestions(...parts) ? createAskedShape(op.answering(...parts), shape) : shape;
  if (embed === undefined) return shown;
  const shorten = createPageShortener(op);
  const answer = (ctx: RequestContext): ReturnType<Step> =>
    then(embed(ctx), (fitting): ReturnType<Step> => {
      if (fitting === undefined) return shown(ctx);
      const refusal = shorten(ctx, fitting);
      if (refusal === undefined) return answer(ctx);
      ctx.response = op.refused(ctx, refusal);
      return undefined;
    });
  return answer;
}

/** Shapes the answer again until all that it asks is known. */
function createAskedShape(answer: Answering, shape: (ctx: RequestContext) => undefined): Step {
  return (ctx) => answer(ctx, () => shape(ctx));
}

/** What an answer of a list has besides its records or events. */
interface ListParts {
  readonly roles?: (ctx: RequestContext) => BuiltInValues;
  readonly links?: ReturnType<typeof listLinks>;
}

function listParts(op: OperationContext): ListParts {
  switch (op.operation.kind) {
    case 'list':
      return { roles: listRoles(op), links: listLinks(op) };
    case 'list events':
      return { roles: createEventPageValues(op), links: createEventPageLinks(op) };
    default:
      return {};
  }
}

/**
 * Which response answers: the first whose `when` holds, among those of the status that code chose where it chose one; of a create
 * that found its record the one for an existing record, by PUT if no `when` holds, of a replace that created it the one for a new record.
 */
function createResponsePicker(op: OperationContext): (ctx: RequestContext) => number {
  const { operation, code } = op;
  const existing = operation.responses.findIndex(({ exists }) => exists === true);
  const made = operation.responses.findIndex(({ isNew }) => isNew === true);
  const apart = Math.max(existing, made);
  const byPut = createsByPut(operation);
  const last = (apart < 0 ? code.responses.length : apart) - 1;
  if (last === 0 && apart < 0) return () => 0;
  return (ctx) => {
    const { chosen } = ctx;
    if (ctx.creates) return made;
    if (existing >= 0 && ctx.before !== undefined && !byPut) return existing;
    if (chosen !== undefined) return findChosenResponse(op, ctx, chosen);
    for (let i = 0; i < last; i++) if (code.responses[i]!.when(ctx)) return i;
    return existing >= 0 && ctx.before !== undefined ? existing : last;
  };
}

/** An older version may state fewer Responses than the code knows: its last one answers then. */
function findChosenResponse(
  { operation, code }: OperationContext,
  ctx: RequestContext,
  chosen: readonly number[],
): number {
  const at = chosen.map((index) => Math.min(index, code.responses.length - 1));
  const found = at.find((index) => code.responses[index]!.when(ctx));
  if (found !== undefined) return found;
  const { status } = code.responses[at[0]!]!;
  throw new Error(`${operation.name} answers ${status}, and the \`when\` of no Response with that status holds`);
}

function createHeaderWriter(op: OperationContext): (ctx: RequestContext, hasBody: boolean) => string[] {
  const types = listResponseMediaTypes(op);
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
  const { method } = op.operation;
  const unsafe = method !== 'GET' && method !== 'HEAD';
  return (ctx, hasBody) => {
    const kept = unsafe || ctx.caller !== undefined;
    if (!hasBody) return (kept ? noStore : checked).slice();
    const set = ctx.mediaType === undefined ? usual : (byType.get(ctx.mediaType) ?? usual);
    return set[kept ? 0 : 1]!.slice();
  };
}

interface Tagger {
  /** The tag that follows from the version alone. */
  readonly known?: (ctx: RequestContext) => string | undefined;
  /** The tag that needs the body. */
  readonly of?: (ctx: RequestContext, body: string, builtIn: BuiltInValues) => string | undefined;
}

/** Entity tags: strong for an answer that is one record, weak for lists and answers with a `when`. */
function createEntityTagger(op: OperationContext): Tagger {
  const { operation, platform } = op;
  const { kind } = operation;
  const responses = listSuccesses(operation);
  if (!mayTag(operation)) return {};
  const hash = (body: string): string => toBase64url(platform.sha256(body).subarray(0, 12));
  if (kind === 'list') {
    const tag = listTagger(op);
    return { of: (ctx, body, builtIn) => tag(ctx, builtIn, body) };
  }
  if (responses.filter(({ isNew }) => isNew !== true).length > 1) return { of: (_, body) => createWeakTag(op, body) };
  const version = (ctx: RequestContext): string | undefined =>
    ctx.row === undefined ? undefined : formatEntityTag(op, ctx.row[0]);
  const expand = operation.parameters.filter(({ mapsTo }) => mapsTo.kind === 'expand').map(({ name }) => name);
  const chosen = [
    ...expand,
    ...operation.parameters.filter(({ mapsTo }) => mapsTo.kind === 'fields').map(({ name }) => name),
  ];
  const isStored = op.handled?.computed === undefined && !showsOthers(op.resource?.plan);
  const follows = isStored && followsOwn(responses[0]!.shape!) && !showsLink(responses[0]!.shape);
  const used = (names: readonly string[], ctx: RequestContext): boolean =>
    names.some((name) => ctx.parameters[name] !== undefined);
  return {
    known: (ctx) => (follows && !used(chosen, ctx) ? version(ctx) : undefined),
    of(ctx, body) {
      if (used(expand, ctx)) return createWeakTag(op, body);
      return version(ctx)?.replace(/"$/, `${hash(body)}"`);
    },
  };
}

const outside = new Set(['caller', 'input', 'old', 'now', 'today']);

/** The fields of a resource that are computed where its records are shown. */
function listShownFields({ fields }: ResourcePlan): readonly unknown[] {
  return fields.filter(({ computed }) => computed?.shown === true);
}

/** Whether fields of a resource change without their record. */
function showsOthers(resource: ResourcePlan | undefined): boolean {
  return resource !== undefined && findFieldsOfOthers(resource).size > 0;
}

/** Whether a shape shows nothing but its own record. */
function followsOwn(node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return true;
  const { kind, op, root, role } = node as { kind?: string; op?: string; root?: string; role?: string };
  if (
    role === 'credential' ||
    role === 'refresh token' ||
    kind === 'embedded' ||
    kind === 'children' ||
    op === 'question' ||
    (op === 'path' && outside.has(root!))
  )
    return false;
  return Object.values(node).every(followsOwn);
}
