import type { Losses } from '../ledger/ledger.ts';
import { cell, type Page, type Part, type Row, row, type Section, section, words } from '../page/model.ts';
import { createOperationNames, createTypeNames } from '../page/names.ts';
import { locate, type Tree } from '../source/tree.ts';
import type { Api, ApiOperation } from './api.ts';
import { type Bodies, findMedia } from './bodies.ts';
import { addFacts } from './facts/index.ts';
import { sortParameters } from './facts/parameters.ts';
import { operationColumns, type WrittenOperation, writeHandler } from './operations.ts';
import { createPathNames } from './paths.ts';
import type { RecognizedResource } from './rules/contract.ts';
import { recognizeResources } from './rules/resource.ts';
import { createSchemas, emitComponents } from './schemas.ts';
import { writeAuthentication } from './write/authentication.ts';
import { writeErrors } from './write/errors.ts';
import { writeEvents } from './write/events.ts';
import { writeName, writePurpose, writeSummary } from './write/purpose.ts';
import { writeResource, writeResourceOperations } from './write/resource.ts';
import { writeVersions } from './write/versioning.ts';

/** Something that was recognized, and why. */
interface Finding {
  readonly line: number;
  readonly sentence: string;
}

/** Makes the page of a description. It adds the facts that it cannot state to `losses`. */
export function makePage(
  described: Api,
  losses: Losses,
  plain: boolean,
): { readonly page: Page; readonly findings: readonly Finding[] } {
  const typeNames = createTypeNames();
  const findings: Finding[] = [];
  const say = (tree: Tree, sentence: string): void => {
    findings.push({ line: locate(tree).line, sentence });
  };
  const sorted = sortParameters(described);
  const { api } = sorted;
  const recognized = plain ? [] : recognizeIn(api, say);
  const resources = new Map(recognized.map(({ candidate }) => [candidate.schema, typeNames.give(candidate.name)]));
  const consumed = new Set(recognized.flatMap(({ matches }) => matches.flatMap((match) => match.consumed)));
  const schemas = createSchemas({ api, losses, resources, consumed, typeNames });
  const bodies: Bodies = { schemas, resources, form: chooseForm(api) };
  for (const [key, tree] of api.schemas) if (resources.has(tree)) losses.rename(tree, key, resources.get(tree)!);
  const nameOf = ({ schema }: { readonly schema: Tree }): string => resources.get(schema)!;
  const states = recognized.flatMap((one) => writeResource(schemas, one, nameOf(one.candidate), { nameOf, say }) ?? []);
  emitComponents(schemas, (tree) => resources.has(tree) || consumed.has(tree));
  const base = findBase(api);
  const paths = createPathNames();
  const names = createOperationNames();
  const written = new Map<ApiOperation, WrittenOperation>();
  for (const one of recognized) {
    for (const operation of writeResourceOperations(bodies, one, paths, base.prefix))
      written.set(operation.operation, operation);
  }
  const operations = api.operations.flatMap(
    (operation) =>
      written.get(operation) ?? writeHandler(bodies, operation, { names, paths, prefix: base.prefix }) ?? [],
  );
  const events = writeEvents(api, bodies);
  const notes = writeErrors(schemas, operations);
  const sections = {
    idempotency: section(words('Idempotency')),
    preconditions: section(words('Preconditions')),
    errors: withTable(['Code', 'Status', 'Condition']),
    limits: withTable(['Limit', 'Kind', 'Applies to', 'Per', 'Value', 'When exceeded']),
    versions: writeVersions(api),
    placement: section(words('Placement')),
  };
  const draft = { api, schemas, losses, operations, sections, say };
  sorted.write(draft);
  addFacts(draft);
  const listed = (one: Section): readonly Section[] => (one.tables.length === 0 ? [] : [one]);
  const endpoints = writeEndpoints(api, operations, bodies, base.lines);
  const page: Page = {
    name: writeName(api),
    summary: [...writeSummary(api)],
    parts: [
      writePurpose(api),
      { part: 'resources', sections: schemas.sections, notes: [] },
      { part: 'states', sections: states, notes: [] },
      {
        ...endpoints,
        sections: [...endpoints.sections, ...listed(sections.idempotency), ...listed(sections.preconditions)],
      },
      writeAuthentication(api, operations, losses),
      events,
      { part: 'errors', sections: [sections.errors], notes: [...notes] },
      { part: 'limits', sections: [sections.limits], notes: [] },
      { part: 'versioning', sections: [sections.versions, ...listed(sections.placement)], notes: [] },
    ],
  };
  return { page, findings };
}

/** A section with a table that has no rows yet. */
function withTable(columns: readonly string[]): Section {
  return { ...section(), tables: [{ columns, rows: [] }] };
}

/** Recognizes resources on schemas of their own, so that nothing of what is tried stays. */
function recognizeIn(api: Api, say: (tree: Tree, sentence: string) => void): readonly RecognizedResource[] {
  const silent = { lose: () => undefined, rename: () => undefined };
  const typeNames = createTypeNames();
  const schemas = createSchemas({ api, losses: silent, resources: new Map(), consumed: new Set(), typeNames });
  const recognized = recognizeResources(schemas);
  for (const { candidate, matches } of recognized) {
    for (const { verb, operation, because } of matches)
      say(operation.tree, `${verb} ${candidate.name}, because ${because}`);
  }
  return recognized;
}

/** Chooses the media type of requests: forms, if more operations take only forms than take JSON. */
function chooseForm({ operations }: Api): Bodies['form'] {
  let difference = 0;
  for (const { body } of operations) {
    if (body === undefined) continue;
    if (findMedia(body.content, 'json') !== undefined) difference += 1;
    else if (findMedia(body.content, 'form') !== undefined) difference -= 1;
  }
  return difference < 0 ? 'form' : 'json';
}

/** The base address: a URL as a line, a path alone before the paths of the operations. */
function findBase({ servers }: Api): { readonly prefix: string; readonly lines: Section['lines'] } {
  const [first] = servers;
  if (first === undefined) return { prefix: '', lines: [] };
  const { url, says } = first;
  if (/^https?:\/\/[^\s{}?#|`]+$/.test(url))
    return { prefix: '', lines: [{ kind: 'line', name: 'Base URL', value: words(url.replace(/\/$/, ''), ...says) }] };
  return { prefix: /^(\/[A-Za-z0-9._~-]+)+\/?$/.test(url) ? url.replace(/\/$/, '') : '', lines: [] };
}

function writeEndpoints(
  { deliveries }: Api,
  operations: readonly WrittenOperation[],
  { form }: Bodies,
  lines: Section['lines'],
): Part {
  const own = section();
  own.lines.push(...lines);
  if (form === 'form')
    own.lines.push({ kind: 'line', name: 'Request media types', value: words('application/x-www-form-urlencoded') });
  const stream = deliveries.find(({ kind }) => kind === 'sse');
  const rows = operations.map((operation) => operation.row);
  if (stream?.to !== undefined) rows.push(writeStream(stream.to));
  own.tables.push({ columns: operationColumns, rows });
  return { part: 'endpoints', sections: [own], notes: [] };
}

function writeStream(path: string): Row {
  return row({ Operation: cell('stream events'), Method: cell('GET'), Path: cell(path), Response: cell('200') });
}
