import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { DiagnosticList, Unlisted } from '../diagnostics/list.ts';
import type { CellGap, Content, ParseContext, PartContent } from '../markdown/content.ts';
import type { PartName } from '../markdown/grammar.ts';
import { recognizeDocument } from '../markdown/recognise.ts';
import { findNamed } from '../text/find-named.ts';
import type { Source } from '../text/location.ts';
import { limitPatterns } from '../text/patterns.ts';
import { checkNeverJudged } from './authentication/check/never-judged.ts';
import { checkReach } from './authentication/check/reach.ts';
import { checkReferences } from './authentication/check/references.ts';
import { checkRowRules } from './authentication/check/row-rules.ts';
import { check as checkAuthentication } from './authentication/check.ts';
import { read as readAuthentication } from './authentication/read.ts';
import { checkOlderPresent } from './endpoints/check/older-present.ts';
import { check as checkEndpoints } from './endpoints/check.ts';
import { read as readEndpoints } from './endpoints/read.ts';
import { checkHappens, checkUnnamed, findRefusals } from './errors/check/refusals.ts';
import { check as checkErrors } from './errors/check.ts';
import { read as readErrors } from './errors/read.ts';
import { check as checkEvents } from './events/check.ts';
import { read as readEvents } from './events/read.ts';
import { grammars } from './grammars.ts';
import { check as checkLimits } from './limits/check.ts';
import { read as readLimits } from './limits/read.ts';
import { createNameCheck } from './names/check.ts';
import { listDraftRefusals } from './plan/refusals.ts';
import { collectDerivedGaps, getDraft, getFindings } from './plan.ts';
import { check as checkPurpose } from './purpose/check.ts';
import { read as readPurpose } from './purpose/read.ts';
import { applyCallerFields } from './resolve/callers/fields.ts';
import { applySessions } from './resolve/callers/session-records.ts';
import { applyTenant, assignTenant } from './resolve/callers/tenant.ts';
import { findIdentity } from './resolve/definitions.ts';
import { isSentByClient } from './resolve/inputs.ts';
import { check as checkResources } from './resources/check.ts';
import { read as readResources } from './resources/read.ts';
import type { PartText, Service } from './service.ts';
import { checkForbidden } from './states/check/forbidden.ts';
import { check as checkStates } from './states/check.ts';
import { read as readStates } from './states/read.ts';
import { check as checkVersioning } from './versioning/check.ts';
import { read as readVersioning } from './versioning/read.ts';
import { getServiceAtVersion } from './versions.ts';

export { buildPlan, buildWholePlan } from './plan.ts';
export { buildVersionPlan, getServiceAtVersion } from './versions.ts';

/** A document that was read: its contents, its nine models, and all that is wrong with it, in the order of places. */
export interface Document {
  readonly source: Source;
  readonly content: Content;
  readonly service: Service;
  readonly diagnostics: readonly Diagnostic[];
  /** How many more it has of the codes of which only the first are listed. */
  readonly more: readonly Unlisted[];
  /** Gaps that follow from its facts: a ref without `on delete`; without errors, a condition without a row. */
  readonly gaps: readonly CellGap[];
}

/** A document whose models are read and not yet checked against each other. */
export interface ReadParts {
  readonly content: Content;
  readonly service: Service;
  /** The diagnostics of its form and of its models. */
  readonly diagnostics: DiagnosticList;
}

/** Reads and checks a document. Never throws and never stops at the first diagnostic. */
export function readDocument(source: Source): Document {
  return checkDocument(source, readParts(source));
}

/** Reads the models of a document: the first half of `readDocument`. */
export function readParts(source: Source): ReadParts {
  const content = recognizeDocument(source, grammars);
  const diagnostics = content.diagnostics.copy();
  const context: ParseContext = { source: content.source, diagnostics, cellGaps: [...content.cellGaps] };
  return { content, service: readService(content, context), diagnostics };
}

/** Checks the models of a document: the second half of `readDocument`, which adds diagnostics to those of the first. */
export function checkDocument(source: Source, parts: ReadParts): Document {
  return limitPatterns(() => checkParts(source, parts));
}

function checkParts(source: Source, { content, service, diagnostics: found }: ReadParts): Document {
  const diagnostics = found.copy();
  const report = (diagnostic: Diagnostic): void => {
    diagnostics.push(diagnostic);
  };
  for (const check of checks) check(service, report);
  checkNames(content, service, report);
  const isSound = !diagnostics.hasErrors;
  const refusals = isSound ? getFindings(service, listDraftRefusals(getDraft(service))) : findRefusals(service, []);
  if (isSound) {
    for (const check of checksOfSound) check(service, report, refusals);
    const draft = getDraft(service);
    checkNeverJudged(service, draft.operations, report);
    checkRowRules(service, draft.operations, report);
    checkReach(service, draft, report);
    checkOlderPresent(service, (version) => getServiceAtVersion(service, version), report);
  }
  return {
    source,
    content,
    service,
    diagnostics: diagnostics.listed,
    more: diagnostics.more,
    gaps: collectDerivedGaps(service, refusals),
  };
}

const checkNames = createNameCheck(grammars);

const checks = [
  checkPurpose,
  checkResources,
  checkStates,
  checkEndpoints,
  checkAuthentication,
  checkEvents,
  checkErrors,
  checkLimits,
  checkVersioning,
];

/** Checks whose findings would follow from an error elsewhere: they look at documents without errors only. */
const checksOfSound = [checkForbidden, checkUnnamed, checkHappens, checkReferences];

function readService(content: Content, context: ParseContext): Service {
  const of = (part: PartName): PartContent => content.parts.get(part) ?? emptyPart(part);
  const authentication = readAuthentication(of('authentication'), context);
  const resources = assignTenant({ resources: readResources(of('resources'), context), authentication });
  const fieldsOf = (name: string) => findNamed(resources.resources, name)?.fields ?? [];
  const endpoints = readEndpoints(of('endpoints'), context, (name) => {
    const resource = findNamed(resources.resources, name);
    return resource && findIdentity(resource)?.name.value;
  });
  const stated: Service = {
    source: content.source,
    name: content.title,
    summary: content.summary,
    purpose: readPurpose(of('purpose'), context),
    resources,
    states: readStates(of('states'), context, {
      changeable: (name) =>
        fieldsOf(name)
          .filter((field) => isSentByClient(field, 'change'))
          .map((field) => field.name),
      isReference: (name, of) =>
        fieldsOf(name).some(({ name: field, type }) => field.value === of && type?.kind === 'ref'),
    }),
    endpoints,
    authentication,
    events: readEvents(of('events'), context),
    errors: readErrors(of('errors'), context),
    limits: readLimits(of('limits'), context, endpoints),
    versioning: readVersioning(of('versioning'), context),
    parts: listParts(content),
    aspects: content.aspects,
    cellGaps: context.cellGaps,
  };
  return applyTenant(applySessions(applyCallerFields(stated)));
}

/** The parts that the document has, as people read them. */
function listParts({ parts }: Content): readonly PartText[] {
  return [...parts.values()].flatMap(({ part, heading, prose }) =>
    heading === undefined ? [] : [{ part, heading, prose }],
  );
}

/** A part without its heading in the document: the recognizer reports its absence. */
function emptyPart(part: PartName): PartContent {
  const title = grammars.find((grammar) => grammar.part === part)!.title;
  return { part, title, heading: undefined, facts: [], tables: [], subjects: [], prose: [] };
}
