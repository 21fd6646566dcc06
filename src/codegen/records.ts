import type { Cipher } from '../contracts/platform.ts';
import { formatOf } from '../parts/registry.ts';
import { resolveReference } from '../plan/fields/identity-type.ts';
import { isObject } from '../plan/fields/is-object.ts';
import { listObjects, listTypesInside } from '../plan/fields/named-types.ts';
import { readStoredFile, writeStoredFile } from '../plan/files/stored-file.ts';
import type { Plan } from '../plan/plan.ts';
import { findFirstFieldIndex, listStoredFields, stateFields } from '../plan/records/row.ts';
import type { FieldPlan, ResourcePlan } from '../plan/resource.ts';
import type { ValueSchema } from '../plan/schema.ts';
import { findNamed } from '../text/find-named.ts';
import { hashToken } from '../text/hashes/token-hash.ts';
import { stringifyExact } from './json/text.ts';
import { deepestStored, parseJson } from './json.ts';
import { compileFieldAccess, type ModuleText, toSourceString } from './module.ts';
import { createEncryptedStringMapper } from './records/encryption.ts';
import { isToken } from './records/tokens.ts';

/** Whether a value of this schema may hold 64-bit integers, at any depth. */
export function holdsInt64(plan: Plan, schema: ValueSchema): boolean {
  return listTypesInside(plan, schema).some((type) => {
    const held = type.type === 'ref' ? resolveReference(plan, type) : type;
    return held?.type === 'integer' && formatOf(held)?.storage === 'int64';
  });
}

/** Declares `row → record` and `(record, version, since) → row`; gives their names. */
export function declareRows(
  module: ModuleText,
  plan: Plan,
  resource: ResourcePlan,
  cipher?: Cipher,
): { readonly toRecord: string; readonly toRow: string } {
  const first = findFirstFieldIndex(resource);
  const fields = listStoredFields(resource);
  const widen = createInt64Converter(module, plan);
  const through = compileHiddenMapping(module, plan, cipher);
  const read = fields.map(
    (field, at) =>
      `${toSourceString(field.name)}: ${readText(module, plan, widen, field, `r[${first + at}]`, (value) => through(field, 'open', value))}`,
  );
  const written = fields.map((field) =>
    compileStoredValue(module, plan, field, through(field, 'seal', compileFieldAccess('o', field.name))),
  );
  const moments = stateFields(resource).map((_, at) => `s[${at}] ?? null`);
  return {
    toRecord: module.declare('r', `return {${read.join(', ')}};`),
    toRow: module.declare('o, v, s', `return [${['v', ...moments, ...written].join(', ')}];`),
  };
}

type ThroughText = (field: FieldPlan, way: 'seal' | 'open', value: string) => string;

/** Writes what encrypts the secrets in a value or opens them again, and what hashes a token. Without a cipher, secrets are stored as they are. */
function compileHiddenMapping(module: ModuleText, plan: Plan, cipher: Cipher | undefined): ThroughText {
  const ways = cipher && {
    seal: (text: string) => cipher.encrypt(text),
    open: (text: string) => cipher.decrypt(text),
  };
  return ({ schema }, way, value) => {
    if (isToken(schema) && way === 'seal') return `${module.constant(hashToken)}(${value})`;
    // A stored event may hold a token for its emails.
    if (isToken(schema)) return ways === undefined ? value : `${module.constant(ways.open)}(${value})`;
    const inside = ways && createEncryptedStringMapper(plan, schema);
    if (inside === undefined) return value;
    return `${module.constant((fieldValue: unknown) => inside(fieldValue, ways![way]))}(${value})`;
  };
}

function readText(
  module: ModuleText,
  plan: Plan,
  widen: Int64Converter,
  field: FieldPlan,
  cell: string,
  opened: (value: string) => string,
): string {
  const nothing = field.schema.nullable === true ? 'null' : 'undefined';
  const value = (): string => {
    switch (field.storage) {
      case 'int64':
        return `BigInt(${cell})`;
      case 'boolean':
        return `(${cell} === true || ${cell} === 1)`;
      case 'json':
        if (field.schema.type === 'file') return `${module.constant(readStoredFile)}(${cell})`;
        return holdsInt64(plan, field.schema)
          ? `${widen(field.schema)}(${module.constant(parseStored)}(${cell}))`
          : `JSON.parse(${cell})`;
      default:
        return cell;
    }
  };
  return `${cell} === null ? ${nothing} : ${opened(value())}`;
}

function compileStoredValue(module: ModuleText, plan: Plan, field: FieldPlan, value: string): string {
  if (field.storage !== 'json') return `${value} ?? null`;
  if (field.schema.type === 'file') return `${value} == null ? null : ${module.constant(writeStoredFile)}(${value})`;
  const text = holdsInt64(plan, field.schema) ? module.constant(stringifyExact) : 'JSON.stringify';
  return `${value} == null ? null : ${text}(${value})`;
}

const longNumber = /\d{16}/;

/** Reads JSON that the service has stored itself, its integers exactly. */
export function parseStored(text: string): unknown {
  if (!longNumber.test(text)) return JSON.parse(text);
  const parsed = parseJson(text, deepestStored);
  return 'value' in parsed ? parsed.value : JSON.parse(text);
}

type Int64Converter = (schema: ValueSchema) => string;

/** Declares functions that make the 64-bit integers inside a value BigInts, in place. */
function createInt64Converter(module: ModuleText, plan: Plan): Int64Converter {
  const made = new Map<string, string>();
  const widen: Int64Converter = (stated) => {
    const schema = resolveReference(plan, stated) ?? stated;
    const key = JSON.stringify(schema);
    const known = made.get(key);
    if (known !== undefined) return known;
    const place = module.reserve('v');
    made.set(key, place.name);
    place.body(`if (${isOther(schema)}) return v; ${body(schema)} return v;`);
    return place.name;
  };
  // Events may hold values that the types of today would not admit: those stay as they are.
  const isOther = ({ type }: ValueSchema): string =>
    type === 'integer' ? '!Number.isInteger(v)' : `!${module.constant(type === 'list' ? Array.isArray : isObject)}(v)`;
  const body = (schema: ValueSchema): string => {
    if (schema.type === 'integer') return 'return BigInt(v);';
    if (schema.type === 'list') return `for (let i = 0; i < v.length; i++) v[i] = ${widen(schema.item)}(v[i]);`;
    if (schema.type === 'map') return `for (const k of Object.keys(v)) v[k] = ${widen(schema.item)}(v[k]);`;
    if (schema.type !== 'named') return '';
    const union = findNamed(plan.unions, schema.name);
    const objects = listObjects(plan, schema.name);
    if (union === undefined) return membersText(objects[0]);
    const cases = union.cases.map(({ tag }, at) => `case ${toSourceString(tag)}: ${membersText(objects[at])} break;`);
    return `switch (v[${toSourceString(union.tag)}]) {${cases.join(' ')}}`;
  };
  const membersText = (object: Plan['objects'][number] | undefined): string =>
    (object?.members ?? [])
      .filter((member) => holdsInt64(plan, member.schema))
      .map(
        ({ name, schema }) =>
          `if (Object.hasOwn(v, ${toSourceString(name)})) v[${toSourceString(name)}] = ${widen(schema)}(v[${toSourceString(name)}]);`,
      )
      .join(' ');
  return widen;
}
