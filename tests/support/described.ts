import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { describeOpenapi } from '../../src/describe/openapi/index.ts';
import { toPathTemplate } from '../../src/describe/openapi/parameters.ts';
import type { WholePlan } from '../../src/plan/whole.ts';
import { compilePattern } from '../../src/text/patterns.ts';

/** A message of HTTP: the media type of its body, and the body as JSON. */
export interface DescribedMessage {
  readonly type: string;
  readonly json: unknown;
}

/** Holds requests and responses against the OpenAPI description of a service. */
export interface DescriptionChecker {
  /** Returns what is wrong with a response; empty if it is as described, or if its status is not. */
  response(method: string, path: string, status: number, message: DescribedMessage): readonly string[];
  /** Returns what is wrong with the status and the headers of a response. */
  headers(method: string, path: string, status: number, headers: Headers): readonly string[];
  /** Returns what is wrong with the body of a request. */
  request(method: string, path: string, message: DescribedMessage): readonly string[];
}

// biome-ignore lint/suspicious/noExplicitAny: a description is plain JSON
type Description = any;

/** Patterns of documents run in linear time: a backtracking engine could take forever for a hostile value. */
const regExp = Object.assign(
  (pattern: string): { test(text: string): boolean; toString(): string } => {
    const compiled = compilePattern(pattern);
    // Ajv knows a compiled pattern by its text.
    return 'error' in compiled ? new RegExp(pattern, 'u') : { test: compiled.matches, toString: () => pattern };
  },
  { code: 'require("re2js")' },
);

/** Creates what holds messages against the description of a plan; `path` is the path of an operation as the document has it. */
export function createDescriptionChecker(plan: WholePlan): DescriptionChecker {
  const description: Description = describeOpenapi(plan);
  // Most validators check a few values: making them fast costs more than it saves. Tests of descriptions check the schemas themselves.
  const quick = { meta: false, validateSchema: false, code: { regExp, optimize: false } };
  const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false, ownProperties: true, ...quick });
  (formats as unknown as (ajv: Ajv2020) => void)(ajv);
  ajv.addSchema(description, 'description');
  const check = (pointer: string, json: unknown): readonly string[] => {
    const validate = ajv.getSchema(`description#${pointer}`);
    if (validate === undefined) throw new Error(`the description has no ${pointer}`);
    return validate(json) === true ? [] : (validate.errors ?? []).map(formatError);
  };
  const inside = (pointer: string, message: DescribedMessage): readonly string[] => {
    const content = resolve(description, pointer)?.content as Description;
    const type = Object.keys(content ?? {}).find((name) => getEssence(name) === getEssence(message.type));
    if (type === undefined) return content === undefined ? [] : [`the media type ${message.type} is not described`];
    if (content[type].schema === undefined) return [];
    const whole = deref(description, pointer);
    return check(`${whole}/content/${encode(type)}/schema`, message.json);
  };
  const at = (method: string, path: string): string => `/paths/${encode(toPathTemplate(path))}/${method.toLowerCase()}`;
  return {
    response(method, path, status, message) {
      const pointer = `${at(method, path)}/responses/${status}`;
      return resolve(description, pointer) === undefined ? [] : inside(pointer, message);
    },
    headers(method, path, status, headers) {
      const pointer = `${at(method, path)}/responses/${status}`;
      const response = resolve(description, pointer);
      if (response === undefined) return [`the status ${status} is not described`];
      const inResponse = `${deref(description, pointer)}/headers`;
      return Object.keys(response.headers ?? {}).flatMap((name) => {
        const whole = deref(description, `${inResponse}/${encode(name)}`);
        const { required, schema } = look(description, whole);
        const value = headers.get(name);
        if (value === null) return required === true ? [`the header ${name} is missing`] : [];
        const wrong = check(`${whole}/schema`, schema.type === 'integer' ? Number(value) : value);
        return wrong.map((text) => `the header ${name}: ${value}: ${text}`);
      });
    },
    request(method, path, message) {
      const pointer = `${at(method, path)}/requestBody`;
      return resolve(description, pointer) === undefined ? [] : inside(pointer, message);
    },
  };
}

function formatError({ instancePath, message, params }: ErrorObject): string {
  return `${instancePath || 'the body'} ${message} ${JSON.stringify(params)}`;
}

function encode(step: string): string {
  return encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'));
}

function getEssence(type: string): string {
  return type.split(';')[0]!.trim().toLowerCase();
}

/** The pointer itself, or the one that is referred to there. */
function deref(description: Description, pointer: string): string {
  const found = look(description, pointer);
  return typeof found?.$ref === 'string' ? deref(description, found.$ref.slice(1)) : pointer;
}

function resolve(description: Description, pointer: string): Description {
  return look(description, deref(description, pointer));
}

function look(description: Description, pointer: string): Description {
  const steps = pointer.split('/').slice(1);
  return steps.reduce(
    (at, step) => at?.[decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')],
    description,
  );
}
