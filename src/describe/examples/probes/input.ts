import type { Json } from '../../../plan/schema.ts';
import { type BodyValue, listBodyValues } from '../body.ts';
import { areAllSeen, type Probe, send, type Trial } from './probe.ts';

/** A body or a parameter that is not as it should be. */
export const invalidInput: Probe = async (trial, condition) => {
  for (const { title, ...other } of listWrong(trial)) {
    await send(trial, other, title);
    if (areAllSeen(trial, condition)) return;
  }
};

interface Wrong {
  readonly title: string;
  readonly body?: Json;
  readonly query?: readonly (readonly [string, string])[];
}

function* listWrong({ operation, pieces }: Trial): Generator<Wrong> {
  const body = pieces.body as Json | undefined;
  const query = pieces.query ?? [];
  if (operation.input !== undefined && isObject(body)) {
    const values = listBodyValues(operation.input).filter(({ member }) => member.unchanged !== true);
    const required = values.find(({ member }) => member.required && operation.kind !== 'update');
    const wrong = values.find((value) => value !== required && wrongFor(value) !== undefined);
    const without = required === undefined ? body : put(body, required.path, undefined);
    const names = [required, wrong].flatMap((value) => (value === undefined ? [] : [value.path.join('.')]));
    if (required !== undefined) {
      const both = wrong === undefined ? without : put(without, wrong.path, wrongFor(wrong));
      const title = names.length === 2 ? `${names[0]} is missing, ${names[1]} is not valid` : `${names[0]} is missing`;
      yield { title, body: both };
    }
    for (const value of values) {
      yield {
        title: `${value.path.join('.')} is not valid`,
        body: put(body, value.path, wrongFor(value) ?? { wrong: true }),
      };
    }
    yield { title: 'A field is not known', body: { ...body, unexpected: true } };
  }
  for (const { name, in: place, mapsTo: means } of operation.parameters) {
    if (place !== 'query' || means.kind === 'total') continue;
    yield { title: `${name} is not valid`, query: [...query.filter(([known]) => known !== name), [name, '!']] };
  }
  yield { title: 'A parameter is not known', query: [...query, ['unexpected', 'true']] };
  if (body === undefined && operation.method !== 'GET')
    yield { title: 'The operation takes no body', body: { unexpected: true } };
}

/** A value that is not one of a field: too small, of another form, or of another type. */
function wrongFor({ schema }: BodyValue): Json | undefined {
  const range = schema.constraints?.find((one) => one.kind === 'range' && one.unit === 'value');
  if (schema.type === 'integer' || schema.type === 'number') {
    return range?.kind === 'range' && range.from !== undefined ? Number(range.from) - 1 : 'many';
  }
  if (schema.type === 'string') return schema.format === undefined ? 7 : 'unknown';
  if (schema.type === 'choice') return 'unknown';
  if (schema.type === 'boolean') return 'perhaps';
  if (schema.type === 'ref') return 'unknown';
  return schema.type === 'list' || schema.type === 'map' || schema.type === 'named' ? 'one' : undefined;
}

function isObject(value: Json | undefined): value is { readonly [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An object with another value at a path; undefined takes the member away. */
export function put(at: Json, [name, ...path]: readonly string[], value: Json | undefined): Json {
  if (!isObject(at) || name === undefined) return at;
  const { [name]: present, ...rest } = at;
  const inner = path.length === 0 ? value : put(present ?? {}, path, value);
  return inner === undefined ? rest : { ...at, [name]: inner };
}
