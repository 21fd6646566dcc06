import { words } from '../../page/model.ts';
import { formatField } from '../../page/text.ts';
import { listEntries, readString, type Tree } from '../../source/tree.ts';
import type { ApiResponse } from '../api.ts';
import { findMedia, type Shape } from '../bodies.ts';
import type { Schemas } from '../model.ts';
import { normalize } from '../rules/contract.ts';
import { isError } from '../write/errors.ts';
import type { FactRule } from './contract.ts';

/** The body of errors: an object whose members have names and types of built-in values, if most errors have it. */
export const errorBody: FactRule = ({ operations, schemas, sections, losses, say }) => {
  const counts = new Map<Tree, ApiResponse[]>();
  for (const response of operations.flatMap(({ operation }) => operation.responses).filter(isError)) {
    const target = findErrorSchema(schemas, response);
    if (target === undefined) continue;
    const own = counts.get(target) ?? [];
    own.push(response);
    counts.set(target, own);
  }
  const [schema, responses] = [...counts].toSorted(([, a], [, b]) => b.length - a.length)[0] ?? [];
  if (schema === undefined || responses === undefined) return;
  const isProblem = responses.every(({ content }) =>
    content.some(({ type }) => /^application\/problem\+json/.test(type)),
  );
  const shape = isProblem ? readProblem(schemas, schema) : readBody(schemas, schema, 0);
  if (shape === undefined) return;
  const text = isProblem ? 'problem details' : `\`${shape.text}\``;
  say(schema, `the body of errors is ${isProblem ? text : shape.text}, because its members have these names and types`);
  losses.keep(...shape.says);
  sections.errors.lines.push({ kind: 'line', name: 'Body', value: words(text, ...shape.says) });
};

/** The members of problem details (RFC 9457). */
function readProblem(schemas: Schemas, schema: Tree): Shape {
  const { properties, required } = schemas.facetsOf(schema);
  const known = ['type', 'title', 'status', 'detail', 'instance', 'code'];
  const says = [...properties].flatMap(([name, property]) =>
    known.includes(name)
      ? [...schemas.facetsOf(property).typeSays, ...(required.get(name) === undefined ? [] : [required.get(name)!])]
      : [],
  );
  return { text: 'problem details', says };
}

/** Returns the object that a response of an error shows. */
export function findErrorSchema(schemas: Schemas, { content }: ApiResponse): Tree | undefined {
  const media = findMedia(content, 'json');
  if (media?.schema === undefined) return undefined;
  const { target, nullable } = schemas.unwrap(media.schema);
  const { types, properties, alternatives } = schemas.facetsOf(target);
  const isObject = types.size === 1 && types.has('object') && properties.size > 0;
  return isObject && nullable.length === 0 && alternatives.length === 0 ? target : undefined;
}

/** The values that Nonet has for bodies of errors, by type and common names. */
const values: readonly (readonly [string, string, readonly string[]])[] = [
  ['code', 'string', ['code', 'errorcode']],
  ['status', 'integer', ['status', 'statuscode', 'httpstatus', 'httpcode', 'httpstatuscode']],
  [
    'message',
    'string',
    ['message', 'errormessage', 'detail', 'details', 'description', 'errordescription', 'msg', 'error'],
  ],
  ['title', 'string', ['title']],
  ['instance', 'string', ['instance']],
  ['trace id', 'string', ['traceid', 'requestid', 'correlationid']],
];

/** Writes the shape of a body of errors; undefined if a member has no value that Nonet knows, and is required. */
function readBody(schemas: Schemas, schema: Tree, depth: number): Shape | undefined {
  const { properties, required } = schemas.facetsOf(schema);
  const members: Shape[] = [];
  const used = new Set<string>();
  for (const [name, property] of properties) {
    const needed = required.get(name);
    const member = readMember(schemas, name, property, depth, used);
    if (member === undefined || formatField(name) !== name) {
      if (needed !== undefined) return undefined;
      continue;
    }
    used.add(member.text);
    members.push({
      text: `${name}${needed === undefined ? '?' : ''}: ${member.text}`,
      says: [...member.says, ...(needed === undefined ? [] : [needed])],
    });
  }
  const isSaid = used.has('message') || used.has('code') || [...used].some((text) => text.startsWith('{'));
  if (!isSaid) return undefined;
  return { text: `{ ${members.map(({ text }) => text).join(', ')} }`, says: members.flatMap(({ says }) => says) };
}

function readMember(
  schemas: Schemas,
  name: string,
  property: Tree,
  depth: number,
  used: ReadonlySet<string>,
): Shape | undefined {
  const { target } = schemas.unwrap(property);
  const { types, typeSays, properties } = schemas.facetsOf(target);
  if (types.size !== 1) return undefined;
  const wanted = normalize(name);
  const known = values.find(([, type, names]) => types.has(type) && names.includes(wanted));
  if (known !== undefined && !used.has(known[0])) return { text: known[0], says: typeSays };
  return wanted === 'error' && properties.size > 0 && depth === 0 ? readBody(schemas, target, depth + 1) : undefined;
}

/** Returns the values of a code in a body: at the member that has its name, alone or in `error`. */
export function findCode(body: Tree): Tree | undefined {
  const entries = listEntries(body);
  for (const wanted of values[0]![2]) {
    const found = entries.find(([name, value]) => normalize(name) === wanted && readString(value) !== undefined)?.[1];
    if (found !== undefined) return found;
  }
  const inner = entries.find(([name]) => normalize(name) === 'error')?.[1];
  return inner?.kind === 'map' ? findCode(inner) : undefined;
}
