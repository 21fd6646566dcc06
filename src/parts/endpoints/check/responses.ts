import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import type { Expression } from '../../../expression/tree.ts';
import { getContentShape } from '../../../plan/files/file-bodies.ts';
import type { AnswerMember, AnswerShape } from '../../../plan/shape.ts';
import { diagnostics as shape } from '../../../shape/diagnostics.ts';
import { findNearestName } from '../../../text/limited-suggestions.ts';
import type { Name, SourceText, Span } from '../../../text/location.ts';
import { memo } from '../../../text/memo.ts';
import { isNotShown } from '../../not-shown.ts';
import { explainNoAddress } from '../../resolve/addresses.ts';
import { indexCodes } from '../../resolve/named-codes.ts';
import { createFieldList, listHiddenValues } from '../../resolve/shapes/shown-values.ts';
import { type About, isForExisting, listPlainResponses } from '../about.ts';
import { diagnostics } from '../diagnostics.ts';
import type { ResponseModel } from '../model.ts';
import { listFindingConstraints } from '../resolve/existing.ts';
import { answerContext, resolveHeader, resolveResponse, resolveWhen } from '../resolve/shapes.ts';

type Report = (diagnostic: Diagnostic) => void;

/** Headers that follow from facts of their own, or from HTTP itself. */
const ownHeaders = new Set([
  'etag',
  'link',
  'retry-after',
  'deprecation',
  'sunset',
  'content-type',
  'content-length',
  'content-encoding',
  'transfer-encoding',
  'connection',
  'date',
  'allow',
  'vary',
  'www-authenticate',
  'ratelimit',
  'ratelimit-policy',
  'accept-patch',
]);
const oneValue = new Set(['int', 'double', 'string', 'bool', 'timestamp', 'date', 'decimal', 'choice', 'ref', 'any']);

/** Asks whether the responses of an operation can be given: statuses, conditions, headers and shapes. */
export function checkResponses(about: About, report: Report): void {
  const { operation, member, byPut, creation } = about;
  const { responses } = operation;
  if (isNotShown(responses)) return;
  const plain = listPlainResponses(operation);
  if (byPut && responses.length > 0 && plain.length !== 2) {
    const [{ status, shape, headers, span }] = responses as [ResponseModel];
    const isWhole = responses.length === 1 && status?.value === 201 && shape !== undefined && headers.length === 0;
    const suggestion = isWhole ? `201 \`${shape.text}\`; 200 \`${shape.text}\`` : undefined;
    report(diagnostics['put-responses'](span, plain.length, suggestion));
  }
  responses.forEach((response, index) => {
    const of = response.isNew === undefined ? about : (creation ?? about);
    if (response.error === undefined) checkStatus(of, response, report);
    else checkError(about, response, response.error, report);
    if (member.response === 'by its standard') checkStandard(about, response, report);
    else {
      checkWhen(about, responses, index, report);
      checkHeaders(of, response, report);
      const { shape, diagnostics: found } = resolveResponse(of, response);
      for (const diagnostic of found) report(diagnostic);
      checkContent(about, response, shape, report);
      for (const role of shape === undefined ? noRoles : collectBuiltInValues(shape)) {
        checkParameter(of, role, response.shape?.span ?? response.span, report);
      }
    }
  });
}

/** Asks whether an operation can return the content of a file: a read, as its only response. */
function checkContent(
  { operation, member }: About,
  { status, when, shape: stated, span }: ResponseModel,
  shape: AnswerShape | undefined,
  report: Report,
): void {
  const { responses, name } = operation;
  if (getContentShape(shape) === undefined || isNotShown(responses)) return;
  if (member.name === 'read' && responses.length === 1 && when === undefined && status?.value === 200) return;
  report(diagnostics['file-response'](stated?.span ?? span, stated?.text ?? '', name.text));
}

/** Asks whether the code of a response is one of Errors, and whether it has a condition. */
function checkError({ service }: About, { when }: ResponseModel, { value, span }: Name, report: Report): void {
  const codes = indexCodes(service);
  if (!codes.has(value)) {
    report(
      diagnostics['unknown-code'](
        span,
        value,
        findNearestName(service, 'codes', value, () => codes.keys()),
      ),
    );
  }
  if (when === undefined) report(diagnostics['error-without-when'](span, value));
}

function checkStatus({ operation, member }: About, { status, shape }: ResponseModel, report: Report): void {
  if (status === undefined) return;
  const { value, span } = status;
  const refusal = value >= 400 && value <= 599;
  if (value < 200 || value > 399 || value === 304) {
    const why = refusal
      ? 'error responses are rows of Errors; return one as `error <code>` with a `when`'
      : value === 304
        ? 'the service sends it automatically'
        : value < 200 && value >= 100
          ? 'it does not end a request'
          : 'it is not an HTTP status';
    report(diagnostics['status-range'](span, value, why));
  } else if (member.statuses.length > 0 && value < 300 && !member.statuses.includes(value)) {
    const usual = member.statuses.find((other) => shape === undefined || !isEmpty(other)) ?? 200;
    report(diagnostics['unusual-status'](span, value, operation.name.text, usual));
  }
  if (isEmpty(value) && shape !== undefined) {
    report(diagnostics['body-of-empty'](shape.span, value));
  }
}

/** Whether HTTP sends no body with a status. */
function isEmpty(status: number): boolean {
  return status === 204 || status === 205;
}

function checkStandard({ operation }: About, response: ResponseModel, report: Report): void {
  const { status, shape, headers, when } = response;
  if (status === undefined || shape !== undefined || headers.length > 0 || when !== undefined)
    report(diagnostics['response-of-standard'](response.span, operation.name.text));
}

function checkWhen(about: About, responses: readonly ResponseModel[], index: number, report: Report): void {
  const response = responses[index]!;
  const { when, exists, isNew, error } = response;
  // Code chooses among its Responses by their status.
  const byCode = about.member.name === 'handler';
  if (about.byPut) {
    const [created] = listPlainResponses(about.operation);
    const isLate = when !== undefined && created !== undefined && index > responses.indexOf(created);
    const span = isLate ? when.span : (exists ?? isNew);
    if (span !== undefined) report(diagnostics['when-on-put'](span, isLate));
    if (when !== undefined) for (const diagnostic of resolveWhen(about, when).diagnostics) report(diagnostic);
    return;
  }
  if (error !== undefined && when === undefined) return;
  if (exists !== undefined) {
    checkExists(about, exists, index, report);
    return;
  }
  if (isNew !== undefined) {
    checkNew(about, isNew, index, report);
    return;
  }
  const others = responses.filter((other) => other.exists === undefined && other.isNew === undefined);
  if (when === undefined) {
    const behind = others
      .slice(others.indexOf(response) + 1)
      .find((other) => !byCode || other.error !== undefined || other.status?.value === response.status?.value);
    if (behind !== undefined) report(diagnostics['when-missing'](response.span));
    return;
  }
  const answered = (byCode || error !== undefined) && responses.some((other) => other.when === undefined);
  if (response === others.at(-1) && !answered) report(diagnostics['when-on-last'](when.span, error !== undefined));
  for (const diagnostic of resolveWhen(about, when).diagnostics) report(diagnostic);
}

/** Asks whether a response is the one of a create that finds an existing record. */
function checkExists({ service, operation, member, resource }: About, span: Span, index: number, report: Report): void {
  const { responses, name } = operation;
  if (isNotShown(responses)) return;
  if (member.name !== 'create') report(diagnostics['exists-elsewhere'](span, name.text));
  else if (index === 0 || index < responses.length - 1) report(diagnostics['exists-not-last'](span, responses.length));
  else if (resource !== undefined && listFindingConstraints(service, resource).length === 0) {
    report(diagnostics['exists-without-unique'](span, resource.name.value));
  }
}

/** Asks whether a response is the one of a replace that creates the record of its path. */
function checkNew({ operation, creation }: About, span: Span, index: number, report: Report): void {
  const { responses, name } = operation;
  if (isNotShown(responses)) return;
  if (creation === undefined) report(diagnostics['new-elsewhere'](span, name.text));
  else if (index === 0 || index < responses.length - 1) report(diagnostics['new-not-last'](span, responses.length));
}

function checkHeaders(about: About, response: ResponseModel, report: Report): void {
  for (const { name, value, role, isConvention } of response.headers) {
    if (isConvention) continue;
    if (ownHeaders.has(name.value.toLowerCase())) {
      report(diagnostics['own-header'](name.span, name.value));
    } else if (role !== undefined) {
      checkRole(about, role, report);
    } else if (value === undefined) {
      const why = explainWhyNotAddressable(about);
      if (why !== undefined) report(diagnostics['no-location'](name.span, why));
    }
    if (value === undefined) continue;
    const { tree, diagnostics: found } = resolveHeader(about, response, value);
    for (const diagnostic of found) report(diagnostic);
    checkShown(about, response, value, tree, report);
    const type = tree?.type.kind === 'nullable' ? tree.type.of.kind : tree?.type.kind;
    if (type !== undefined && !oneValue.has(type)) report(diagnostics['header-type'](value.span, name.value));
  }
}

/** Reports fields that clients never see and whose values a header shows. */
function checkShown(
  about: About,
  response: ResponseModel,
  value: SourceText,
  tree: Expression | undefined,
  report: Report,
): void {
  if (tree === undefined) return;
  const { service, operation, resource } = about;
  const created = operation.name.verb === 'create' && !isForExisting(about, response);
  const from = { service, list: createFieldList(service), record: resource?.name.value, created };
  for (const { of, field, why } of listHiddenValues(from, tree)) {
    report(shape['never-shown'](value.span, of, field, why));
  }
}

function checkRole(about: About, role: Name, report: Report): void {
  const isList = about.member.response === 'records' || about.member.response === 'events';
  const roles = isList ? answerContext(about).roles : [];
  const found = roles.find((otherRole) => otherRole === role.value);
  if (found === undefined) report(diagnostics['header-role'](role.span, role.value, about.operation.name.text, roles));
  else checkParameter(about, found, role.span, report);
}

/** Why the record that is answered has no address; undefined where it has one. */
function explainWhyNotAddressable({ service, operation, member }: About): string | undefined {
  const resource = operation.name.resource?.value;
  if (resource === undefined || member.response === 'records')
    return `\`${operation.name.text}\` returns no single record`;
  return explainNoAddress(service, resource);
}

/** A role that goes with a parameter needs one. */
function checkParameter({ operation }: About, role: string, span: Span, report: Report): void {
  const has = (kind: string): boolean => operation.parameters.some(({ means }) => means?.kind === kind);
  if (role === 'next cursor' && !has('cursor')) report(diagnostics['cursor-without-parameter'](span));
  if (role === 'page number' && !has('page number')) report(diagnostics['page-without-parameter'](span));
}

const noRoles: ReadonlySet<string> = new Set();

/** The roles that a shape shows outside of its records, each once. */
function collectBuiltInValues(shape: AnswerShape): ReadonlySet<string> {
  if (shape.kind === 'role') return new Set([shape.role]);
  return shape.kind === 'object' ? collectMembersValues(shape.members) : noRoles;
}

/** Computed once for each list of members: many operations show the same record, whose members are resolved once. */
const collectMembersValues = memo((members: readonly AnswerMember[]): ReadonlySet<string> => {
  return new Set(members.flatMap(({ shape }) => [...collectBuiltInValues(shape)]));
});
