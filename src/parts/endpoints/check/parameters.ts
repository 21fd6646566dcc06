import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { showsRecords } from '../../../plan/records/unbounded.ts';
import { limitKind } from '../../limits/kinds/index.ts';
import { isNotShown } from '../../not-shown.ts';
import type { About } from '../about.ts';
import { diagnostics } from '../diagnostics.ts';
import type { MeansModel, ParameterModel } from '../model.ts';
import type { OperationMember } from '../operations/index.ts';
import { resolveParameter } from '../resolve/parameter.ts';
import { resolveRequest, resolveResponse } from '../resolve/shapes.ts';

type Report = (diagnostic: Diagnostic) => void;
type Kind = MeansModel['kind'];

const paging: readonly Kind[] = ['page size', 'cursor', 'offset', 'page number', 'after id', 'before id'];
const onRecord: readonly Kind[] = ['expand', 'fields', 'input'];
const allowed: Readonly<Record<OperationMember['parameters'], readonly Kind[]>> = {
  'of a list': [...paging, ...onRecord, 'filter', 'where', 'search', 'sort', 'total'],
  'of a list of events': paging,
  'of a record': onRecord,
  input: ['input'],
  none: [],
};
/** Ways of paging; a list has one. */
const ways: Readonly<Partial<Record<Kind, string>>> = {
  cursor: 'cursor',
  offset: 'offset',
  'page number': 'page number',
  'after id': 'after id',
  'before id': 'after id',
};
const once = new Set<Kind>([...paging, 'sort', 'total', 'fields']);

/** Asks whether the parameters of an operation mean something there, each once, and whether a list is paged. */
export function checkParameters(about: About, report: Report): void {
  const { operation, member } = about;
  const { parameters } = operation;
  const members = parameters.length === 0 ? noNames : listInputNames(about);
  const seen = new Map<string, ParameterModel>();
  const kinds = new Map<Kind, ParameterModel>();
  for (const parameter of parameters) {
    checkName(parameter, seen, members, report);
    checkKind(about, parameter, kinds, report);
  }
  const paged = parameters.some(({ means }) => means !== undefined && paging.includes(means.kind));
  if (member.response === 'records' && !paged && !isCountOnly(about) && !isBounded(about))
    report(diagnostics['no-paging'](operation.name.span, operation.name.text));
}

/** The default of `--max-page-size`. */
const defaultMaxPageSize = 1_000;

/** Whether a quota allows no more records than one page has. */
function isBounded({ service, resource }: About): boolean {
  const name = resource?.name.value;
  return service.limits.limits.some(
    ({ kind, per, value, appliesTo }) =>
      kind !== undefined &&
      limitKind(kind.value)?.counts === 'records' &&
      per === undefined &&
      (value?.value.count ?? Number.POSITIVE_INFINITY) <= defaultMaxPageSize &&
      appliesTo.some((target) => target.value === name || target.value === `create ${name}`),
  );
}

/** Whether no response of a list contains records, so that there is nothing to page. */
function isCountOnly(about: About): boolean {
  const { responses } = about.operation;
  if (isNotShown(responses)) return false;
  const shapes = responses.map((response) => resolveResponse(about, response).shape);
  return shapes.every((shape) => shape !== undefined) && !showsRecords(shapes);
}

const noNames: ReadonlySet<string> = new Set();

function listInputNames(about: About): ReadonlySet<string> {
  const { shape } = resolveRequest(about);
  return new Set(shape?.kind === 'object' ? shape.members.map((member) => member.name) : []);
}

function checkName(
  parameter: ParameterModel,
  seen: Map<string, ParameterModel>,
  members: ReadonlySet<string>,
  report: Report,
): void {
  const { value, span } = parameter.name;
  const key = parameter.in === 'header' ? `header ${value.toLowerCase()}` : value;
  const first = seen.get(key);
  if (first === undefined) seen.set(key, parameter);
  // Rows that begin with the same words are told of where rows are recognised.
  else if (first.name.value !== value) report(diagnostics['duplicate-parameter'](span, value, first.name.span));
  if (members.has(value)) report(diagnostics['member-and-parameter'](span, value));
}

function checkKind(about: About, parameter: ParameterModel, kinds: Map<Kind, ParameterModel>, report: Report): void {
  const { operation, member } = about;
  const { means } = parameter;
  if (means !== undefined && !allowsKind(about, means.kind)) {
    report(diagnostics['means-not-here'](means.span, means.kind, operation.name.text));
    return;
  }
  for (const diagnostic of resolveParameter(about, parameter).diagnostics) report(diagnostic);
  if (means === undefined) return;
  const first = kinds.get(means.kind);
  if (first === undefined) kinds.set(means.kind, parameter);
  else if (once.has(means.kind)) report(diagnostics['duplicate-means'](means.span, means.kind, first.means!.span));
  const way = ways[means.kind];
  if (way === undefined || member.finds === 'record') return;
  for (const [kind, other] of kinds) {
    if (ways[kind] === undefined || ways[kind] === way) continue;
    report(diagnostics['mixed-paging'](means.span, means.kind, kind, other.means!.span));
    break;
  }
}

function allowsKind({ operation, member }: About, kind: Kind): boolean {
  if (!allowed[member.parameters].includes(kind)) return false;
  return operation.name.resource !== undefined || (kind !== 'expand' && kind !== 'fields');
}
