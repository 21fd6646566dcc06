import { explainWhyHidden, explainWhyNoFigure, explainWhyNoKey } from '../../parts/resolve/fitting.ts';
import type { FieldModel } from '../../parts/resources/model.ts';
import {
  errorRoles,
  eventRoles,
  type Figure,
  fieldRoles,
  figures,
  listRoles,
  responseRoles,
  type TimePart,
  timeParts,
} from '../../shape/roles.ts';
import { type Candidate, type CompletionContext, createNames, readResource } from './candidate.ts';

/** Completes a shape in a code span: names of shapes, and inside of braces also fields and roles. */
export function completeShape(context: CompletionContext, inBraces: boolean): readonly Candidate[] {
  const { place } = context;
  const figure = findOpenFigure(context);
  if (figure !== undefined) return createFigureFields(context, figure);
  const shapes = createNames(context, ['resource', 'object', 'union']);
  const lists = shapes.map(({ label, kind }) => ({ label: `${label}[]`, kind, detail: `a list of ${label}` }));
  const children = createChildren(context);
  if (!inBraces) return [...shapes, ...lists, ...children];
  const resource = readResource(place.row.Operation ?? place.row.When ?? '');
  const ofResponse = /^list /.test(place.row.Operation ?? '') ? listRoles : responseRoles;
  const roles =
    place.part === 'errors' ? [...errorRoles, ...fieldRoles] : place.part === 'events' ? eventRoles : ofResponse;
  return [
    ...(resource === undefined ? [] : createNames(context, ['field'], resource)),
    ...shapes,
    ...lists,
    ...children,
    ...roles.map((label) => ({ label, kind: 'word' as const, detail: 'a value of the service' })),
    ...(isListOfRecords(context) ? [...figures.map(toFigureCandidate), ...timeParts.map(toPartCandidate)] : []),
  ];
}

/** Completes the records that refer to the record of an operation, once for each field that does. */
function createChildren({ document, place }: CompletionContext): readonly Candidate[] {
  const subject = readResource(place.row.Operation ?? '');
  if (subject === undefined) return [];
  return document.service.resources.resources.flatMap(({ name, fields }) => {
    const refs = fields.filter(({ type }) => type?.kind === 'ref' && type.resource.value === subject);
    return refs.map((field): Candidate => {
      const through = refs.length > 1 ? ` through ${field.name.value}` : '';
      const bound = `[..20${through}]`;
      const detail = `the first 20 records of ${name.value} that refer to this ${subject}`;
      return { label: `${name.value}${bound}`, kind: 'resource', detail, insert: `${name.value}($0)${bound}` };
    });
  });
}

function isListOfRecords({ place }: CompletionContext): boolean {
  return place.part === 'endpoints' && /^list [A-Z]/.test(place.row.Operation ?? '');
}

function toFigureCandidate(figure: Figure): Candidate {
  return { label: `${figure} of …`, kind: 'word', detail: 'a figure of all records', insert: `${figure} of $0` };
}

function toPartCandidate(part: TimePart): Candidate {
  return { label: `${part} of …`, kind: 'word', detail: 'groups the records in UTC', insert: `${part} of $0` };
}

/** The figure, or the part of a time, whose field is written at the cursor. */
function findOpenFigure(context: CompletionContext): Figure | TimePart | undefined {
  const word = /(\w+) of [\w.-]*$/.exec(context.before)?.[1];
  return isListOfRecords(context) ? [...figures, ...timeParts].find((known) => known === word) : undefined;
}

/** Completes the fields that have a figure, or such a part. */
function createFigureFields(context: CompletionContext, figure: Figure | TimePart): readonly Candidate[] {
  const { service } = context.document;
  const name = readResource(context.place.row.Operation ?? '') ?? '';
  const resource = service.resources.resources.find((candidate) => candidate.name.value === name);
  if (resource === undefined) return [];
  const part = timeParts.find((known) => known === figure);
  const explain = (field: FieldModel): string | undefined =>
    part === undefined
      ? explainWhyNoFigure(service, resource, field, figure as Figure)
      : explainWhyNoKey(service, resource, field, part);
  const fits = new Set(
    resource.fields
      .filter((field) => (explainWhyHidden(field) ?? explain(field)) === undefined)
      .map((field) => field.name.value),
  );
  return createNames(context, ['field'], name).filter(({ label }) => fits.has(label));
}
