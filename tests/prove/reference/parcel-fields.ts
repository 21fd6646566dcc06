import { Rejection, type Request } from './http.ts';

/** The members of a body. */
export type Fields = Readonly<Record<string, unknown>>;

type Test = (value: unknown) => boolean;
/** Whether a value fits. */
export const isText: Test = (value) => typeof value === 'string' && value.length >= 1 && value.length <= 40;
/** Whether a value fits. */
export const isWeight: Test = (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 100;
/** Whether a value fits. */
export const isUrl: Test = (value) => typeof value === 'string' && URL.canParse(value) && value.includes(':');
/** Whether a value fits. */
export const isEmail: Test = (value) => typeof value === 'string' && /^[^@\s]+@[^@\s]+$/.test(value);
/** Whether a value fits. */
export const isPassword: Test = (value) => typeof value === 'string' && value.length >= 8 && value.length <= 100;
const kindNames = ['parcel.created', 'parcel.changed', 'parcel.sent', 'parcel.arrived', 'parcel.deleted'];
/** Whether a value fits. */
export const isKinds: Test = (value) =>
  Array.isArray(value) &&
  value.length >= 1 &&
  value.length <= 20 &&
  value.every((one) => kindNames.includes(String(one)) && typeof one === 'string');

/** The fields of a body, if each of them fits. */
export function readFields(body: Fields, tests: Readonly<Record<string, Test>>): Fields | undefined {
  const isFit = Object.entries(body).every(([name, value]) => tests[name]?.(value) === true);
  return isFit ? body : undefined;
}

/** The body as an object. */
export function readBody({ text }: Request): Fields {
  let value: unknown;
  try {
    value = JSON.parse(text === '' ? '{}' : text);
  } catch {
    throw new Rejection(400, 'malformed');
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields;
  throw new Rejection(422, 'invalid');
}
