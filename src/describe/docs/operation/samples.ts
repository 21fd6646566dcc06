import { formatPartName, getFileForm, getReturnedContent, listFileMembers } from '../../../plan/files/file-bodies.ts';
import type { OperationPlan } from '../../../plan/operation.ts';
import type { SchemePlan } from '../../../plan/plan.ts';
import type { InputShape } from '../../../plan/shape.ts';
import type { WholePlan } from '../../../plan/whole.ts';
import { own } from '../../../text/own-property.ts';
import { createCallFinder } from '../../client/call.ts';
import { listUsableSchemes } from '../../client/facts.ts';
import { createPythonCalls } from '../../client/python/call.ts';
import { createTypescriptCalls } from '../../client/typescript/call.ts';
import { carriesCredential, formatCurlCredential, type PlacedCredential, placeCredential } from '../../credential.ts';
import type { Exchange } from '../../examples/exchange.ts';
import { formType } from '../../form-body.ts';
import { findRequestType, nameVersion } from '../../requests.ts';
import type { Context } from '../context.ts';
import { type Html, html } from '../html.ts';
import { sketchAnswer, sketchForm, sketchInput } from '../shapes.ts';
import { listPathVariables, markReferences, restorePlaceholders, writeVariables } from './identities.ts';

/** A request as a code sample shows it. */
interface Sample {
  readonly method: string;
  readonly path: string;
  /** The variables of the records in its path, by placeholder. */
  readonly variables: ReadonlyMap<string, string>;
  /** The credential that goes with it, which the sample takes from a variable. */
  readonly credential?: PlacedCredential;
  readonly headers: readonly (readonly [string, string])[];
  /** The media type of the body; left out: JSON. */
  readonly type?: string;
  /** The text of the body. */
  readonly body?: string;
  /** The sketch of a form as an object, which generated clients take. */
  readonly sketch?: string;
}

const json = 'application/json';

/** Writes a request as a command of curl: `$API` is the origin of the service, `$KEY` the credential, `$INVOICE_ID` the ID of an invoice. */
function formatCurl({ method, path, variables, credential, headers, type = json, body }: Sample): string {
  const address = path
    .replace(/["\\$`]/g, '\\$&')
    .replace(/\{([^}]*)\}/g, (whole, name: string) => (variables.has(name) ? `$${variables.get(name)}` : whole));
  const option = credential === undefined ? undefined : formatCurlOption(credential);
  const query = credential?.in === 'query' ? `${path.includes('?') ? '&' : '?'}${credential.name}=$KEY` : '';
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"$API${address}${query}"`,
    ...(option === undefined ? [] : [option]),
    ...headers.map(([name, value]) => `-H ${quoteShell(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-H 'Content-Type: ${type}'`, `-d ${writeVariables(quoteShell(body))}`]),
  ];
  return lines.join(' \\\n  ');
}

/** Writes the fields of a form that are not files as one line of JSON. */
function formatFields({ input }: OperationPlan): string {
  if (input?.kind !== 'object') return '{}';
  const members = input.members.filter(({ shape }) => shape.kind !== 'value' || shape.schema.type !== 'file');
  return sketchInput({ ...input, members }).replace(/\s*\n\s*/g, ' ');
}

/** Writes a request that sends or gets files. */
function formatFileCurl({ body: _, ...sample }: Sample, operation: OperationPlan): string {
  const { input } = operation;
  const form = getFileForm(input);
  const content = getReturnedContent(operation);
  const files = listFileMembers(input);
  const sent =
    form === 'content'
      ? [`-H 'Content-Type: ${files[0]?.limits.types?.[0] ?? 'application/octet-stream'}'`, '--data-binary @FILE']
      : form === 'multipart'
        ? [
            `-F ${quoteShell(`json=${formatFields(operation)};type=application/json`)}`,
            ...files.map(({ path }) => `-F '${formatPartName(path)}=@FILE'`),
          ]
        : [];
  const received = content === undefined ? [] : [`-o ${quoteShell(content.field)}`];
  return [formatCurl(sample), ...sent, ...received].join(' \\\n  ');
}

/** Returns the option of curl that sends a credential from a variable; curl encodes an ID and a secret itself. */
export function formatCurlOption(credential: PlacedCredential): string | undefined {
  if (isBasic(credential.value)) return '-u "$CLIENT_ID:$CLIENT_SECRET"';
  return formatCurlCredential(credential, (text) => `"${text}"`);
}

function isBasic(authorization: string | undefined): boolean {
  return /^basic /i.test(authorization ?? '');
}

function quoteShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Writes the code samples of an operation, and its responses: as they were played, else sketched from its shapes. */
export function renderSamples(context: Context, operation: OperationPlan): Html {
  const exchanges = own(context.input.played?.examples ?? {}, operation.name) ?? [];
  const success = exchanges.find(({ response }) => response.status < 400);
  const request = renderPanel('Request', formatRequest(context.plan, operation, success), 'lang');
  if (success === undefined) {
    const shapes = sketchResponses(operation);
    return html`${request}${shapes.length > 0 && renderPanel('Shape of the response', shapes)}`;
  }
  const refusals = selectOwnRefusals(context, operation, exchanges);
  const responses = [describeSuccess(success), ...refusals.map((refusal) => describeRefusal(refusal, success))];
  return html`${request}${renderPanel('Response', responses)}`;
}

/** Writes the request of an exchange, or a sketch of one, for curl and as a call of each generated client. */
export function formatRequest(plan: WholePlan, operation: OperationPlan, success?: Exchange): readonly PanelText[] {
  const isContent = getReturnedContent(operation) !== undefined;
  if (isContent || getFileForm(operation.input) !== undefined)
    return [{ name: 'curl', text: formatFileCurl(sketchRequest(plan, operation), operation) }];
  const sample = success === undefined ? sketchRequest(plan, operation) : toSample(plan, operation, success);
  const curl = { name: 'curl', text: formatCurl(sample) };
  // Generated clients have no method for it.
  if (operation.disabled === true) return [curl];
  const writers = calls.get(plan) ?? createCalls(plan);
  calls.set(plan, writers);
  const { sketch, body } =
    success === undefined ? sample : { sketch: undefined, body: formatBody(success.request.body) };
  const { path, headers } = success === undefined ? carry(sample) : success.request;
  const given = sketch ?? body;
  const own = restorePlaceholders(operation.path, path, new Set(sample.variables.keys()));
  const call = writers.find(operation, { path: own, headers, ...(given === undefined ? {} : { body: given }) });
  return [curl, ...writers.languages.map(({ name, write }) => ({ name, text: write(call) }))];
}

/** The languages of clients, in the order of their tabs. */
const languages = [
  { name: 'TypeScript', create: createTypescriptCalls },
  { name: 'Python', create: createPythonCalls },
];

const calls = new WeakMap<WholePlan, ReturnType<typeof createCalls>>();

function createCalls(plan: WholePlan) {
  const find = createCallFinder(plan);
  return { find, languages: languages.map(({ name, create }) => ({ name, write: create(plan) })) };
}

/** Returns the path and the headers of a sketch with its credential in them. */
function carry({ path, credential }: Sample): Pick<Exchange['request'], 'path' | 'headers'> {
  if (credential === undefined) return { path, headers: {} };
  const { in: place, name, value } = credential;
  if (place === 'query') return { path: `${path}${path.includes('?') ? '&' : '?'}${name}=${value}`, headers: {} };
  return { path, headers: place === 'cookie' ? { cookie: `${name}=${value}` } : { [name]: value } };
}

/** Returns the credential of a scheme as samples name it. */
export function nameCredential(place: SchemePlan['sentIn'][number]): PlacedCredential {
  return placeCredential(place, '$KEY');
}

/** One of the texts that a panel shows. */
export interface PanelText {
  readonly name: string;
  readonly text: string;
}

/** Writes texts in a panel of code, one tab each; a tab that is chosen is chosen in all panels of its group. */
export function renderPanel(title: string, texts: readonly PanelText[], group = ''): Html {
  return html`<div class="panel"${group !== '' && html` data-g="${group}"`}><p class="pt">${title}</p>${texts.map(
    ({ name, text }) =>
      html`<div class="fig"><p class="cap">${name}</p><pre tabindex="0"><code>${text}</code></pre></div>`,
  )}</div>`;
}

/** Writes JSON as it was sent; of long lists the first two items. */
export function formatJson(value: unknown): string {
  if (typeof value === 'string') return value;
  const cut = (_: string, item: unknown): unknown =>
    Array.isArray(item) && item.length > 3 && typeof item[0] === 'object'
      ? [...item.slice(0, 2), `${more} ${item.length - 2} more`]
      : item;
  return JSON.stringify(value, cut, 2).replace(/"\\u0001 (\d+ more)"/g, '… $1');
}

/** Marks what was cut; no text of an example has it. */
const more = '\u0001';

/** One exchange for each refusal that not all such requests may get. */
function selectOwnRefusals(
  { common, refusals }: Context,
  operation: OperationPlan,
  exchanges: readonly Exchange[],
): readonly Exchange[] {
  const shared = common.get(operation);
  const own = (refusals.get(operation) ?? []).filter((refusal) => shared?.hasRefusal(refusal) !== true);
  return own.flatMap(({ key }) => exchanges.find(({ code }) => code === key) ?? []);
}

/** Takes the credential out of a request that was played: the sample names it instead. */
function toSample(plan: WholePlan, operation: OperationPlan, { request }: Exchange): Sample {
  const { method, path, headers, body } = request;
  const variables = listPathVariables(plan, operation);
  const [address = '', search = ''] = restorePlaceholders(operation.path, path, new Set(variables.keys())).split('?');
  const query = new URLSearchParams(search);
  const sent = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const places = listUsableSchemes(plan).flatMap(({ sentIn }) => sentIn.slice(0, 1));
  const place = places.find((each) => carriesCredential(each, sent, query)) ?? findClientPlace(sent);
  const carrier = place?.in === 'header' ? place.name.toLowerCase() : place?.in;
  const left = new Set(['host', 'content-type', 'content-length', carrier]);
  const kept = Object.entries(headers).filter(([name]) => !left.has(name.toLowerCase()));
  const type = sent.get('content-type');
  const isGiven = (pair: string): boolean => place?.in !== 'query' || !pair.startsWith(`${place.name}=`);
  const given = search.split('&').filter((pair) => pair !== '' && isGiven(pair));
  return {
    method,
    path: given.length === 0 ? address : `${address}?${given.join('&')}`,
    variables,
    ...(place === undefined ? {} : { credential: nameCredential(place) }),
    headers: kept,
    ...(type === undefined ? {} : { type }),
    ...(body === undefined ? {} : { body: formatBody(markReferences(plan, operation.input, body))! }),
  };
}

function formatBody(body: unknown): string | undefined {
  return body === undefined || typeof body === 'string' ? body : JSON.stringify(body, null, 2);
}

/** The place in which a client sends its ID and secret to the token endpoint (RFC 6749, section 2.3.1). */
const clientPlace = { in: 'header', name: 'Authorization', word: 'Basic' } as const;

function findClientPlace(headers: ReadonlyMap<string, string>): typeof clientPlace | undefined {
  return isBasic(headers.get('authorization')) ? clientPlace : undefined;
}

function sketchRequest(plan: Context['plan'], operation: OperationPlan): Sample {
  const { method, path, input, access } = operation;
  const isPublic = access.open || access.grants.some(({ kind }) => kind === 'public');
  const version = nameVersion(plan, plan.version?.name);
  const selected = version.query === undefined ? '' : `?${version.query.name}=${version.query.value}`;
  const [place] = isPublic ? [] : listUsableSchemes(plan).flatMap(({ sentIn }) => sentIn);
  return {
    method,
    path: `${plan.base.prefix}${version.prefix}${path}${selected}`,
    variables: listPathVariables(plan, operation),
    ...(place === undefined ? {} : { credential: nameCredential(place) }),
    headers: [
      ...(version.header === undefined ? [] : [[version.header.name, version.header.value] as const]),
      ...(version.accept === undefined ? [] : [['Accept', version.accept] as const]),
    ],
    ...(input === undefined ? {} : sketchBody(operation, input)),
  };
}

/** Returns a sketch of a body; of a form with its fields, as curl sends them. */
function sketchBody(operation: OperationPlan, input: InputShape): Pick<Sample, 'type' | 'body' | 'sketch'> {
  const sketch = sketchInput(input);
  const type = findRequestType(operation);
  return type?.startsWith(formType) === true ? { type, body: sketchForm(input).join('&'), sketch } : { body: sketch };
}

function describeSuccess({ response: { status, body } }: Exchange): PanelText {
  return { name: String(status), text: body === undefined ? 'no body' : formatJson(body) };
}

/** A refusal, with what was sent where it is not what the sample sends. */
function describeRefusal({ title, request, response, code }: Exchange, success: Exchange): PanelText {
  const isOther = request.body !== undefined && JSON.stringify(request.body) !== JSON.stringify(success.request.body);
  const sent = isOther ? `${request.method} ${request.path}\n${formatJson(request.body)}\n\n` : '';
  const body = response.body === undefined ? 'no body' : formatJson(response.body);
  return { name: `${response.status} ${code ?? ''}`.trim(), text: `// ${title}\n${sent}${body}` };
}

function sketchResponses({ responses }: OperationPlan): readonly PanelText[] {
  return responses.flatMap(({ status, shape }) =>
    shape === undefined ? [] : [{ name: String(status), text: sketchAnswer(shape) }],
  );
}
