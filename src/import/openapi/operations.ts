import { cell, type Row, row, type Section, section, words } from '../page/model.ts';
import type { NameGiver } from '../page/names.ts';
import { writeProse } from '../page/prose.ts';
import { fitsMeaning, formatMeaning } from '../page/text.ts';
import { get, readString, type Tree } from '../source/tree.ts';
import type { ApiOperation } from './api.ts';
import { type Bodies, writeRequest, writeResponses } from './bodies.ts';
import { readDeprecation } from './facts/deprecation.ts';
import { readInput } from './parameters.ts';
import type { PathNames } from './paths.ts';

/** An operation of the page. */
export interface WrittenOperation {
  readonly operation: ApiOperation;
  /** The name by which other parts name it. */
  readonly name: string;
  readonly row: Row;
  readonly below: Section;
}

/** The names of operations and paths. */
interface Naming {
  readonly names: NameGiver;
  readonly paths: PathNames;
  readonly prefix: string;
}

/** Columns of the table of operations. */
export const operationColumns = ['Operation', 'Method', 'Path', 'Request', 'Response', 'Meaning'];

/** Writes an operation as a handler with its exact shapes. Returns undefined if the language has no such path or method. */
export function writeHandler(
  bodies: Bodies,
  operation: ApiOperation,
  { names, paths, prefix }: Naming,
): WrittenOperation | undefined {
  const { schemas } = bodies;
  const { losses } = schemas;
  const { tree, path, method, id } = operation;
  const problem = findPathProblem(path, method);
  if (problem !== undefined) {
    losses.lose(tree, 'nothing', problem);
    return undefined;
  }
  const wanted = readString(id) ?? `${method.toLowerCase()}${path.replace(/[{}]/g, '')}`;
  const name = names.give(wanted);
  losses.rename(id ?? tree, wanted, name);
  const request =
    method === 'GET' ? loseBody(bodies, operation) : writeRequest(bodies, operation.body, `${wanted} request`);
  const response = writeResponses(bodies, operation.responses, wanted);
  const below = section(words(name));
  const about = writeAbout(bodies, operation, below);
  const given = paths.give(path);
  for (const [from, to] of given.renamed) losses.rename(tree, `{${from}}`, `{${to}}`);
  const parameters = operation.parameters.flatMap((parameter) => {
    const own = parameter.in === 'path' ? given.renamed.get(parameter.name) : undefined;
    const input = readInput(schemas, own === undefined ? parameter : { ...parameter, name: own });
    return input === undefined ? [] : [input.row(`input ${input.type}`)];
  });
  if (parameters.length > 0)
    below.tables.push({ columns: ['Parameter', 'Maps to', 'Constraints', 'Meaning'], rows: parameters });
  return {
    operation,
    name,
    below,
    row: row(
      {
        Operation: cell(`${name} (handler)`, id),
        Method: cell(method),
        Path: cell(`${prefix}${given.path}`),
        Request: cell(request.text, ...request.says),
        Response: cell(response.text, ...response.says),
        Meaning: about,
      },
      hasContent(below) ? below : undefined,
    ),
  };
}

/** Returns whether a heading has content below it. */
export function hasContent({ prose, lines, tables }: Section): boolean {
  return prose.length > 0 || lines.length > 0 || tables.length > 0;
}

function loseBody({ schemas }: Bodies, { body }: ApiOperation): ReturnType<typeof writeRequest> {
  schemas.losses.lose(body?.tree, 'no Request', 'A GET has no body.');
  return { text: '', says: [] };
}

/** Writes what people read of an operation: the summary as Meaning, the description below its heading. */
export function writeAbout({ schemas }: Bodies, { tree }: ApiOperation, below: Section) {
  const [summary, description] = [get(tree, 'summary'), get(tree, 'description')];
  const deprecation = readDeprecation(tree);
  const [short, long] = [readString(summary)?.trim() ?? '', readAbout(schemas, tree)];
  const isShort = short === '' || short === long;
  const inCell = isShort && long.length <= 160 && !long.includes('\n');
  const text = formatMeaning(inCell ? long : short);
  if (!inCell) below.prose.push(...writeProse(long, description));
  if (!fitsMeaning(short))
    schemas.losses.lose(summary, 'its beginning', 'A cell has one line of at most 4,000 characters.');
  const said: (Tree | undefined)[] = inCell
    ? [description, short === long || short === '' ? summary : undefined]
    : [summary];
  return cell(`${deprecation.text} ${text}`.trim(), ...said, ...deprecation.says);
}

/** Reads the description of an operation; of a description that Nonet has written, what the other parts do not state. */
function readAbout({ api, losses }: Bodies['schemas'], tree: Tree): string {
  const description = get(tree, 'description');
  const text = readString(description)?.trim() ?? '';
  if (get(api.root, 'x-nonet-document') === undefined) return text;
  const own = text.split(/(?:^|\n\n)\*\*(?:Access|Limits|States|Events)\*\*\n/)[0] ?? '';
  const isSummary = own === `${readString(get(tree, 'summary'))}.`;
  if (own !== text) losses.lose(description, 'its beginning', 'The rest follows from the other parts of a page.');
  return isSummary ? '' : own;
}

const known = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);

/** Says why the language has no operation of a path or a method. */
export function findPathProblem(path: string, method: string): string | undefined {
  if (!known.has(method)) return `A page has no operations of the method ${method}.`;
  if (!path.startsWith('/')) return 'A path of the page begins with `/`.';
  if (/[?#\s`|\\"<>^\u0080-\uffff]/.test(path)) return 'A path of the page is fixed text and names, without a query.';
  const segments = path.slice(1).split('/');
  for (const [index, segment] of segments.entries()) {
    if (segment === '' && path !== '/') {
      if (index > 0 && index === segments.length - 1) continue;
      return 'A segment of a path is not empty.';
    }
    if (/[{}]/.test(segment) && !/^\{[^{}]+\}$/.test(segment)) return 'A segment of a path is fixed text or one name.';
  }
  const names = segments.filter((segment) => segment.startsWith('{'));
  return new Set(names).size === names.length ? undefined : 'A path names each value once.';
}
