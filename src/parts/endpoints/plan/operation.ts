import { showsIssued, showsRefreshToken } from '../../../plan/bodies/credential.ts';
import type {
  HeaderValue,
  OmitEach,
  OperationPlan,
  PresentCode,
  PresentPassword,
  ResponsePlan,
  ResumablePlan,
  SessionPlan,
  SignedLinksPlan,
} from '../../../plan/operation.ts';
import { collectReadRefs } from '../../../plan/records/neighbours.ts';
import type { InputShape } from '../../../plan/shape.ts';
import { getLineNumber } from '../../../text/location.ts';
import { present } from '../../../text/present.ts';
import { isNotShown } from '../../not-shown.ts';
import { explainNoAddress } from '../../resolve/addresses.ts';
import { findAccounts } from '../../resolve/callers/accounts.ts';
import {
  findLoggedIn,
  findSessionScheme,
  isPasswordOf,
  readLogIn,
  readRefresh,
} from '../../resolve/callers/sessions.ts';
import { planDescription, planMeaning } from '../../resolve/documentation.ts';
import { getCodeStatus, indexCodes } from '../../resolve/named-codes.ts';
import { listRowsNaming } from '../../resolve/operation-names.ts';
import type { Service } from '../../service.ts';
import { type About, isOfRepeated, resolveOperation } from '../about.ts';
import { canAsk, isSafe } from '../check/rows.ts';
import type { OperationModel, ResponseModel } from '../model.ts';
import { listFindingConstraints } from '../resolve/existing.ts';
import { resolveParameter } from '../resolve/parameter.ts';
import { listFixedFields, resolvePath } from '../resolve/path.ts';
import { resolvePresentCode } from '../resolve/present-code.ts';
import { resolvePresentPassword } from '../resolve/present-password.ts';
import {
  resolveHeader,
  resolveRequest,
  resolveResponse,
  resolveStatedRequest,
  resolveWhen,
} from '../resolve/shapes.ts';
import { findClaim } from '../resolve/sign-in.ts';

/** The plan of an operation as Endpoints states it; other parts add access and limits. */
export type OperationBase = OmitEach<OperationPlan, 'access' | 'limits' | 'bodySize' | 'timeout' | 'paging' | 'steps'>;

/** Plans one operation of a service without errors; its steps follow from the whole plan. */
export function planOperation(service: Service, operation: OperationModel): OperationBase {
  const about = resolveOperation(service, operation);
  const { name, method, path, record, order } = operation;
  const { segments } = resolvePath(about);
  const input = planInput(about);
  const parameters = operation.parameters.flatMap((parameter) => resolveParameter(about, parameter).plan ?? []);
  const responses = planResponses(about);
  const idempotency = planIdempotency(service, operation);
  const preconditions = planPreconditions(service, operation);
  const line = getLineNumber(service.source, operation.span);
  const { kind, verb } = getOperationKind(about);
  const disabled = isNotShown(operation.request) || isNotShown(operation.responses);
  const facts = {
    segments,
    parameters: reuseEmptyList(parameters),
    preconditions: reuseEmptyList(preconditions),
    line,
    ...present({ input }),
  };
  return {
    name: name.text,
    kind,
    ...present({ resource: name.resource?.value, verb }),
    method: method?.value ?? '',
    path: path?.text ?? '',
    ...facts,
    ...present({ record: record?.value }),
    ...(disabled ? { disabled } : {}),
    responses,
    ...present({
      existing: planExisting(about),
      session: planSession(about, responses),
      present: planPresentPassword(about),
      presentCode: operation.name.session === undefined ? planPresentCode(about) : undefined,
      ...planIssue(about, responses),
      signed: planSignedLinks(about),
      resumable: planResumable(about),
    }),
    ...(about.creation === undefined ? {} : { creation: planCreation(about.creation, preconditions) }),
    order: reuseEmptyList(
      (order?.items ?? []).map((item) => ({ field: item.field.value, descending: item.descending })),
    ),
    ...present({ idempotency }),
    refs: reuseEmptyList(collectReadRefs(responses)),
    ...planMeaning(operation),
    ...planDescription(service.source, operation.prose),
  } as OperationBase;
}

/** The body of an operation; that of a replace says which fields its creation takes that it must not change. */
function planInput(about: About): InputShape | undefined {
  const { shape } = resolveRequest(about);
  if (shape && about.operation.name.session === 'log in') return dropPasswordConstraints(about, shape);
  const creation = about.creation && resolveRequest(about.creation).shape;
  return shape && creation ? markTakenWhenNew(shape, creation, listFixedFields(resolvePath(about).segments)) : shape;
}

/** The constraints of a password are those of a new one: a stored one may be older than they are. */
function dropPasswordConstraints(about: Pick<About, 'resource'>, shape: InputShape): InputShape {
  if (shape.kind === 'object') {
    const members = shape.members.map((member) => {
      return { ...member, shape: dropPasswordConstraints(about, member.shape) };
    });
    return { ...shape, members };
  }
  if (shape.kind !== 'value' || about.resource === undefined) return shape;
  if (!isPasswordOf(about.resource, shape.of?.field ?? '')) return shape;
  const { constraints: _, ...schema } = shape.schema;
  return { ...shape, schema };
}

function markTakenWhenNew(shape: InputShape, creation: InputShape, fixed: readonly string[]): InputShape {
  if (shape.kind !== 'object' || creation.kind !== 'object') return shape;
  const members = shape.members.map((member) => {
    const made = creation.members.find(({ name }) => name === member.name);
    if (made === undefined || fixed.includes(member.field ?? '')) return member;
    if (member.unchanged === true) return { ...member, whenNew: made.required ? 'required' : 'taken' } as const;
    return member.field === undefined
      ? { ...member, shape: markTakenWhenNew(member.shape, made.shape, fixed) }
      : member;
  });
  return { ...shape, members };
}

/** What an operation on sessions does. */
function planSession(about: About, responses: readonly ResponsePlan[]): SessionPlan | undefined {
  const { service, operation, resource } = about;
  const { session } = operation.name;
  const scheme = findSessionScheme(service)?.name.value;
  if (session === undefined || resource === undefined || scheme === undefined) return undefined;
  if (session === 'log out')
    return { does: session, scheme, ...(operation.ends?.value === 'every session' ? { every: true } : {}) };
  if (session === 'refresh') {
    const token = readRefresh(resolveRequest(about).shape);
    return typeof token === 'string' ? undefined : { does: session, scheme, token };
  }
  if (session === 'start sign in' || session === 'sign in') return planSignIn(about, session, scheme, responses);
  const logIn = readLogIn(resource, resolveStatedRequest(about).shape);
  if (typeof logIn === 'string') return undefined;
  const code = planPresentCode(about);
  return { does: session, scheme, ...logIn, ...present({ code }), ...planRefreshed(service, responses) };
}

/** Plans a sign in; with the line Record it is one of the caller. */
function planSignIn(
  { service, operation, resource }: About,
  does: 'start sign in' | 'sign in',
  scheme: string,
  responses: readonly ResponsePlan[],
): SessionPlan | undefined {
  if (findAccounts(service) === undefined) return undefined;
  const links = operation.record === undefined ? {} : ({ links: true } as const);
  if (does === 'start sign in') return { does, scheme, ...links };
  const creates = (operation.creates ?? []).flatMap(({ value }) => {
    const found = findClaim(resource!, value);
    return typeof found === 'string' ? [] : [found];
  });
  const refreshed = operation.record === undefined ? planRefreshed(service, responses) : {};
  return { does, scheme, ...links, ...(creates.length === 0 ? {} : { creates }), ...refreshed };
}

/** The member of the body that must be the present password; that of a new record is compared with nothing. */
function planPresentPassword(about: About): PresentPassword | undefined {
  const found = resolvePresentPassword(about, resolveStatedRequest(about).shape);
  if (found === undefined || typeof found === 'string') return undefined;
  return { ...found, line: getLineNumber(about.service.source, about.operation.present!.span) };
}

/** The member of the body with a code of a second factor. */
function planPresentCode(about: About): PresentCode | undefined {
  const found = resolvePresentCode(about, resolveStatedRequest(about).shape);
  if (found === undefined || typeof found === 'string') return undefined;
  return { ...found, line: getLineNumber(about.service.source, about.operation.presentCode!.span) };
}

/** Links to the content that the operation returns. */
function planSignedLinks({ service, operation: { signedLinks } }: About): SignedLinksPlan | undefined {
  if (signedLinks === undefined) return undefined;
  return { milliseconds: signedLinks.value, line: getLineNumber(service.source, signedLinks.span) };
}

/** How long an upload in several requests may take. */
function planResumable({ service, operation: { resumable } }: About): ResumablePlan | undefined {
  if (resumable === undefined) return undefined;
  return { milliseconds: resumable.value, line: getLineNumber(service.source, resumable.span) };
}

/** The scheme of which a create gives its record a credential: its response shows one, and records of the resource log in. */
function planIssue(
  { service, member, resource }: About,
  responses: readonly ResponsePlan[],
): { readonly issues?: string; readonly refreshed?: true } {
  if (member.name !== 'create' || !responses.some(({ shape }) => showsIssued(shape))) return {};
  const scheme = findLoggedIn(service) === resource ? findSessionScheme(service)?.name.value : undefined;
  return scheme === undefined ? {} : { issues: scheme, ...planRefreshed(service, responses) };
}

/** Whether a session that begins gets a refresh token: a response shows it. */
function planRefreshed(service: Service, responses: readonly ResponsePlan[]): { readonly refreshed?: true } {
  if (findSessionScheme(service)?.refresh === undefined || !showsRefreshToken({ responses })) return {};
  return { refreshed: true };
}

const none: readonly never[] = [];

/** The list, or one empty list for all operations: a document may state 100,000. */
function reuseEmptyList<T>(list: readonly T[]): readonly T[] {
  return list.length === 0 ? none : list;
}

function getOperationKind({ member, operation }: About): {
  readonly kind: OperationPlan['kind'];
  readonly verb?: string;
} {
  const kind = member.name;
  return kind === 'transition' || kind === 'handler' ? { kind, verb: operation.name.verb } : { kind };
}

function planResponses(about: About): readonly ResponsePlan[] {
  const { operation, service, member } = about;
  const { responses } = operation;
  if (isNotShown(responses)) return [];
  if (responses.length > 0) return responses.map((response) => planResponse(about, response));
  // HTTP's own word for success without content (RFC 9110, 15.3.5); a standard that shapes its answer says 200.
  const status = member.response === 'by its standard' ? 200 : 204;
  return [{ status, headers: [], line: getLineNumber(service.source, operation.span) }];
}

/** The constraints by which a create with a response for an existing record finds it; by PUT the identity of the path does. */
function planExisting({ service, operation, resource, byPut }: About): readonly number[] | undefined {
  const { responses } = operation;
  if (byPut || resource === undefined || isNotShown(responses)) return undefined;
  return responses.some(({ exists }) => exists !== undefined) ? listFindingConstraints(service, resource) : undefined;
}

/** The create that a replace is if there is no such record; its responses are those of the replace. */
function planCreation(
  { service, operation }: About,
  preconditions: OperationPlan['preconditions'],
): OperationBase & { readonly kind: 'create' } {
  const { record: _, ...base } = planOperation(service, operation);
  return { ...base, preconditions, responses: none, replaces: true } as OperationBase & { readonly kind: 'create' };
}

function planResponse(replace: About, response: ResponseModel): ResponsePlan {
  const about = response.isNew === undefined ? replace : (replace.creation ?? replace);
  const { service } = about;
  const { shape } = resolveResponse(about, response);
  const when = response.when === undefined ? undefined : resolveWhen(about, response.when).when;
  const headers = response.headers.flatMap(({ name, value, role, isConvention }) => {
    if (isConvention && explainNoAddress(service, about.operation.name.resource!.value) !== undefined) return [];
    const plain: HeaderValue = role === undefined ? 'location' : { role: role.value };
    const made = value === undefined ? plain : resolveHeader(about, response, value).tree;
    return made === undefined ? [] : [{ name: name.value, value: made }];
  });
  return {
    status: response.status?.value ?? getCodeStatus(service, indexCodes(service).get(response.error!.value)!),
    ...present({ error: response.error?.value, shape }),
    headers: reuseEmptyList(headers),
    ...present({ when }),
    ...(isOfRepeated(about, response) ? { exists: true } : {}),
    ...(response.isNew === undefined ? {} : { isNew: true }),
    line: getLineNumber(service.source, response.span),
  };
}

function planIdempotency(service: Service, operation: OperationModel): OperationPlan['idempotency'] {
  if (isSafe(operation) || resolveOperation(service, operation).member.request === 'by its standard') return undefined;
  const [row] = listRowsNaming(service, service.endpoints.idempotency, operation);
  if (row?.header === undefined) return undefined;
  return {
    header: row.header.value,
    ...present({ keptFor: row.keptFor?.value }),
    required: row.whenAbsent?.value === 'refused',
    line: getLineNumber(service.source, row.span),
  };
}

function planPreconditions(service: Service, operation: OperationModel): OperationPlan['preconditions'] {
  const rows = listRowsNaming(service, service.endpoints.preconditions, operation);
  return rows.flatMap(({ header, whenAbsent, span }) => {
    if (header === undefined || !canAsk(service, operation, header.value)) return [];
    return [
      { header: header.value, required: whenAbsent?.value === 'refused', line: getLineNumber(service.source, span) },
    ];
  });
}
