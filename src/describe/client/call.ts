import type { OperationPlan } from '../../plan/operation.ts';
import type { Json, ValueSchema } from '../../plan/schema.ts';
import type { InputShape } from '../../plan/shape.ts';
import type { WholePlan } from '../../plan/whole.ts';
import { carriesCredential } from '../credential.ts';
import { formType, readFormBody } from '../form-body.ts';
import { findServiceFacts, type ServiceFacts } from './facts.ts';
import { takesBody } from './methods.ts';
import { findItems } from './responses.ts';
import type { ClientMember, ClientType } from './type.ts';
import { createTypeWriter, type TypeWriter, typeParameters } from './type.ts';

/** A request as it is sent, or sketched with placeholders in its path. */
interface CalledRequest {
  /** Percent-encoded, with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, or a sketch of it; of a form its text. */
  readonly body?: string;
}

/** A call of a client's method that sends a request, in the words of no language. */
export interface Call {
  readonly operation: OperationPlan;
  readonly kind: 'result' | 'list' | 'stream';
  readonly placeholders: readonly ClientMember[];
  readonly parameters: readonly ClientMember[];
  /** The values of the path by placeholder; `undefined`: a variable of that name. */
  readonly path: ReadonlyMap<string, string | number | undefined>;
  /** The values of parameters by name. */
  readonly values: ReadonlyMap<string, Json>;
  /** Whether the method takes a body. */
  readonly hasBody: boolean;
  /** JSON, or a sketch of it. */
  readonly body?: string;
  /** Fields of a form body whose values are variables of these names. */
  readonly secrets: readonly string[];
  readonly ifMatch?: string;
  readonly ifNoneMatch?: string;
  readonly lastEventId?: string;
  /** The scheme of the credential that goes with it. */
  readonly scheme?: string;
}

/** Creates what finds the call that sends a request of an operation. */
export function createCallFinder(plan: WholePlan): (operation: OperationPlan, request: CalledRequest) => Call {
  const types = createTypeWriter(plan, []);
  const { schemes } = findServiceFacts(plan);
  return (operation, request) => findCall(plan, operation, request, types, schemes);
}

function findCall(
  plan: WholePlan,
  operation: OperationPlan,
  request: CalledRequest,
  types: TypeWriter,
  schemes: ServiceFacts['schemes'],
): Call {
  const { placeholders, parameters } = typeParameters(plan, operation, types);
  const headers = new Map(Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value]));
  const [path = '', query = ''] = request.path.split('?');
  const sent = new URLSearchParams(query);
  const values = parameters.flatMap(({ name, type }): readonly (readonly [string, Json])[] => {
    const text = sent.get(name) ?? headers.get(name.toLowerCase());
    return text === undefined ? [] : [[name, readValue(text, type)]];
  });
  const authorization = headers.get('authorization') ?? '';
  const scheme = schemes.find(({ key, ...place }) => carriesCredential({ ...place, name: key }, headers, sent));
  const [ifMatch, ifNoneMatch, lastEventId] = ['if-match', 'if-none-match', 'last-event-id'].map((name) =>
    headers.get(name),
  );
  const isForm = headers.get('content-type')?.startsWith(formType) === true;
  const body = request.body ?? tokenBodies[operation.kind];
  return {
    operation,
    kind: operation.kind === 'stream events' ? 'stream' : findItems(operation) === undefined ? 'result' : 'list',
    placeholders,
    parameters,
    path: readPath(operation.path, path, placeholders),
    values: new Map(values),
    hasBody: takesBody(operation),
    ...(body === undefined
      ? {}
      : { body: isForm ? JSON.stringify(readFields(plan, readFormBody(body), operation.input), null, 2) : body }),
    secrets: isForm ? (/^basic /i.test(authorization) ? clientSecrets : []) : listTokenSecrets(operation, request),
    ...(ifMatch === undefined ? {} : { ifMatch }),
    ...(ifNoneMatch === undefined ? {} : { ifNoneMatch }),
    ...(lastEventId === undefined ? {} : { lastEventId }),
    ...(scheme === undefined ? {} : { scheme: scheme.name }),
  };
}

/** Gives the texts of a form the types of the Request, as the service does. */
function readFields(plan: WholePlan, value: unknown, shape: InputShape | undefined): unknown {
  switch (shape?.kind) {
    case 'object': {
      const members = new Map(shape.members.map((member) => [member.name, member.shape]));
      const entries = Object.entries(value as object).map(([name, inner]) => [
        name,
        readFields(plan, inner, members.get(name)),
      ]);
      return Object.fromEntries(entries);
    }
    case 'list':
      return (Array.isArray(value) ? value : [value]).map((item) => readFields(plan, item, shape.item));
    case 'value':
      return readField(plan, value, shape.schema);
    default:
      return value;
  }
}

function readField(plan: WholePlan, value: unknown, schema: ValueSchema): unknown {
  switch (schema.type) {
    case 'list':
      return (Array.isArray(value) ? value : [value]).map((item) => readField(plan, item, schema.item));
    case 'integer':
    case 'number':
      return Number(value);
    case 'boolean':
      return value === 'true';
    case 'ref': {
      const resource = plan.resources.find(({ name }) => name === schema.resource);
      const identity = resource?.fields.find(({ name }) => name === resource.identity);
      return identity === undefined ? value : readField(plan, value, identity.schema);
    }
    default:
      return value;
  }
}

const clientSecrets = ['client_id', 'client_secret'];

/** The bodies that sketches send to the token endpoint. */
const tokenBodies: Readonly<Partial<Record<OperationPlan['kind'], string>>> = {
  'issue token': '{\n  "grant_type": "client_credentials"\n}',
  'revoke token': '{\n  "token_type_hint": "access_token"\n}',
};

function listTokenSecrets({ kind }: OperationPlan, { body }: CalledRequest): readonly string[] {
  if (body !== undefined || tokenBodies[kind] === undefined) return [];
  return kind === 'revoke token' ? ['token', ...clientSecrets] : clientSecrets;
}

/** Reads the values of a path that ends as its template says. */
function readPath(
  template: string,
  path: string,
  placeholders: readonly ClientMember[],
): ReadonlyMap<string, string | number | undefined> {
  const pattern = template
    .split(/\{[^}]*\}/)
    .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('([^/]*)');
  const [, ...found] = new RegExp(`${pattern}$`).exec(path) ?? [];
  return new Map(
    placeholders.map(({ name, type }, at) => {
      const text = found[at];
      if (text === undefined || text === `{${name}}`) return [name, undefined];
      const value = decodeURIComponent(text);
      return [name, type.kind === 'integer' || type.kind === 'number' ? Number(value) : value];
    }),
  );
}

function readValue(text: string, type: ClientType): Json {
  switch (type.kind) {
    case 'list':
      return text.split(',').map((item) => readValue(item, type.item));
    case 'integer':
    case 'number':
      return Number(text);
    case 'boolean':
      return text === 'true';
    default:
      return text;
  }
}
