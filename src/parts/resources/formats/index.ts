import type { ValueSchema } from '../../../plan/schema.ts';
import type { TypeModel } from '../model.ts';
import { byte } from './byte.ts';
import { date } from './date.ts';
import { dateTime } from './date-time.ts';
import { decimal } from './decimal.ts';
import { duration } from './duration.ts';
import { email } from './email.ts';
import type { FormatMember } from './format.ts';
import { hostname } from './hostname.ts';
import { int32 } from './int32.ts';
import { int64 } from './int64.ts';
import { ipv4 } from './ipv4.ts';
import { ipv6 } from './ipv6.ts';
import { password } from './password.ts';
import { secret } from './secret.ts';
import { time } from './time.ts';
import { token } from './token.ts';
import { totp } from './totp.ts';
import { typeid } from './typeid.ts';
import { unixSeconds } from './unix-seconds.ts';
import { uri } from './uri.ts';
import { uuid } from './uuid.ts';
import { uuidv7 } from './uuidv7.ts';

export type { ExampleSeed, FormatMember } from './format.ts';

/** All formats, in the order of the reference page. */
export const formats: readonly FormatMember[] = [
  dateTime,
  date,
  time,
  duration,
  email,
  hostname,
  ipv4,
  ipv6,
  uri,
  uuid,
  byte,
  uuidv7,
  typeid,
  int32,
  int64,
  decimal,
  unixSeconds,
  secret,
  password,
  token,
  totp,
];

/** The formats by name. */
export const formatsByName: ReadonlyMap<string, FormatMember> = new Map(formats.map((format) => [format.name, format]));

/** The format of a schema, where it has one. */
export function formatOf(schema: ValueSchema): FormatMember | undefined {
  if (!('format' in schema) || schema.format === undefined) return undefined;
  const format = formatsByName.get(schema.format.name);
  if (format === undefined) throw new Error(`a plan holds the unknown format ${schema.format.name}`);
  return format;
}

/** The same; of a list or map, that of its items. */
export function findFormatInside(schema: ValueSchema): FormatMember | undefined {
  return schema.type === 'list' || schema.type === 'map' ? findFormatInside(schema.item) : formatOf(schema);
}

/** The format of a type in a document; of a list or map, that of its items. */
export function findFormat(type: TypeModel | undefined): FormatMember | undefined {
  if (type === undefined) return undefined;
  if (type.kind === 'list' || type.kind === 'map') return findFormat(type.item);
  return 'format' in type && type.format !== undefined ? formatsByName.get(type.format.name.value) : undefined;
}
