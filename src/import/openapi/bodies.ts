import { cell, row, section } from '../page/model.ts';
import { get, isTrue, type Tree } from '../source/tree.ts';
import type { ApiBody, ApiResponse, MediaBody } from './api.ts';
import type { Schemas } from './model.ts';
import { listShapeSays } from './objects.ts';
import { readType } from './types.ts';

/** A shape with what it says. */
export interface Shape {
  readonly text: string;
  readonly says: readonly Tree[];
}

/** The means to write shapes. */
export interface Bodies {
  readonly schemas: Schemas;
  /** Names of resources by their schema: responses show their records. */
  readonly resources: ReadonlyMap<Tree, string>;
  /** The media type of the requests of the page. */
  readonly form: 'json' | 'form';
}

const json = /^(\*\/\*|application\/\*|application\/([a-z0-9.+-]+\+)?json|text\/json)\s*(;|$)/i;
const form = /^application\/x-www-form-urlencoded\s*(;|$)/i;

/** Returns the body of JSON, or of a form. */
export function findMedia(content: readonly MediaBody[], kind: Bodies['form']): MediaBody | undefined {
  return content.find(({ type }) => (kind === 'json' ? json : form).test(type));
}

/** Writes the Request of a handler: the name of an object. Returns `not shown` if the language has no such request. */
export function writeRequest({ schemas, form: kind }: Bodies, body: ApiBody | undefined, hint: string): Shape {
  if (body === undefined) return { text: '', says: [] };
  const { losses } = schemas;
  const media = findMedia(body.content, kind);
  const others = body.content.filter((one) => one !== media);
  const lost = (why: string): Shape => {
    losses.lose(body.tree, 'Request `not shown`', why);
    return { text: 'not shown', says: [] };
  };
  if (media === undefined)
    return lost(
      `A request of this page is ${kind === 'json' ? 'JSON' : 'a form'}, not ${others.map(({ type }) => `\`${type}\``).join(', ')}.`,
    );
  if (media.schema === undefined) return lost('Its body has no schema.');
  loseOthers(schemas, media, others);
  const { target, says } = schemas.unwrap(media.schema);
  const named = schemas.nameOf(target, hint);
  if (named === undefined) return lost('The body of a request is an object with fields.');
  return { text: `\`${named.name}\``, says: [...body.refs, ...says, ...listRequired(body)] };
}

/** A request that has members that clients must send is required. */
export function listRequired({ tree }: ApiBody): readonly Tree[] {
  const required = get(tree, 'required');
  return required !== undefined && isTrue(required) ? [required] : [];
}

function loseOthers({ losses }: Schemas, media: MediaBody, others: readonly MediaBody[]): void {
  for (const { type, schema } of others) {
    if (schema !== undefined && schema !== media.schema)
      losses.lose(schema, `the body of \`${media.type}\``, `A page states one media type; this body is \`${type}\`.`);
  }
}

/** Why a page has no response 304. */
export const notModified = 'Nonet answers 304 itself, to requests with `If-None-Match`.';
/** Why a page does not state a header of a response. */
export const unknownHeader = 'A header of a response has a value that the source does not say.';

/** Writes the Response of a handler: each status below 400 with the shape of its body. */
export function writeResponses(bodies: Bodies, responses: readonly ApiResponse[], hint: string): Shape {
  const items: Shape[] = [];
  const { losses } = bodies.schemas;
  for (const response of responses) {
    if (!/^[23][0-9][0-9]$/.test(response.status)) continue;
    if (response.status === '304') {
      losses.lose(response.tree, 'nothing', notModified);
      continue;
    }
    const written = writeResponse(bodies, response, `${hint} ${items.length === 0 ? '' : response.status} response`);
    if (written !== undefined) items.push(written);
  }
  for (const { status, tree } of responses)
    if (/^[123]XX$/i.test(status)) losses.lose(tree, 'nothing', 'A Response has one status.');
  if (items.length === 0) return { text: 'not shown', says: [] };
  return { text: items.map(({ text }) => text).join('; '), says: items.flatMap(({ says }) => says) };
}

function writeResponse(
  bodies: Bodies,
  { status, tree, refs, content, headers }: ApiResponse,
  hint: string,
): Shape | undefined {
  const { losses } = bodies.schemas;
  for (const header of headers.values()) losses.lose(header, 'nothing', unknownHeader);
  if (content.length === 0 || status === '204' || status === '205') return { text: status, says: refs };
  const media = findMedia(content, 'json');
  if (media === undefined) {
    losses.lose(
      tree,
      'Response `not shown`',
      `A response of a page is JSON, not ${content.map(({ type }) => `\`${type}\``).join(', ')}.`,
    );
    return undefined;
  }
  loseOthers(
    bodies.schemas,
    media,
    content.filter((one) => one !== media),
  );
  if (media.schema === undefined) {
    losses.lose(tree, 'Response `not shown`', 'Its body has no schema.');
    return undefined;
  }
  const shape = writeShape(bodies, media.schema, hint);
  return { text: `${status} \`${shape.text}\``, says: [...refs, ...shape.says] };
}

/** Writes the shape of a body that is shown: a resource, an object, a list of them, or a field of an object made for it. */
export function writeShape(bodies: Bodies, schema: Tree, hint: string): Shape {
  const { schemas } = bodies;
  const { target, says, nullable } = schemas.unwrap(schema);
  const name = nullable.length > 0 ? undefined : nameShown(bodies, target, hint);
  if (name !== undefined) return { text: name, says };
  const facets = schemas.facetsOf(schema);
  const items = facets.keywords.get('items');
  if (facets.types.size === 1 && facets.types.has('array') && items?.kind === 'map' && facets.nullable.length === 0) {
    const inner = schemas.unwrap(items);
    const item =
      inner.nullable.length > 0 || schemas.facetsOf(items).nullable.length > 0
        ? undefined
        : nameShown(bodies, inner.target, `${hint} item`);
    if (item !== undefined) return { text: `${item}[]`, says: [...facets.refs, ...facets.typeSays, ...inner.says] };
  }
  return writeHolder(schemas, schema, hint);
}

function nameShown({ schemas, resources }: Bodies, target: Tree, hint: string): string | undefined {
  const resource = resources.get(target);
  if (resource !== undefined) return resource;
  return schemas.nameOf(target, hint)?.name;
}

/** A body that is neither an object nor a list of objects is a field of an object that is made for it. */
function writeHolder(schemas: Schemas, schema: Tree, hint: string): Shape {
  const name = schemas.typeNames.give(hint);
  const own = section({ text: `${name} (object)`, says: [] });
  schemas.sections.push(own);
  const typed = readType(schemas, schema, `${name} value`);
  own.tables.push({
    columns: ['Field', 'Type', 'Constraints'],
    rows: [
      row({ Field: cell('value'), Type: cell(typed.type, ...typed.says), Constraints: { items: typed.constraints } }),
    ],
  });
  return {
    text: `${name}.value`,
    says: listShapeSays(schemas.facetsOf(schema)).filter((tree) => !typed.says.includes(tree)),
  };
}
