import { formType, readFormBody, writeFormBody } from '../../form-body.ts';
import type { SessionData } from '../../session-data.ts';
import { create, findAll } from './dom.ts';
import { type Here, type HereData, prepareHere } from './here.ts';
import { describeResponse, parse } from './response.ts';
import type { Running } from './running.ts';
import { addExampleRecords, type Create, findNewest } from './seed.ts';
import { keepRefreshToken, readNews, readRefreshToken, type SessionNews, writeRefresh } from './session.ts';
import { isEventStream } from './stream.ts';
import { fillVariables, getVariable, setVariable } from './variables.ts';

interface OperationData extends SessionData {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly query: readonly string[];
  readonly headers: readonly string[];
  readonly body: boolean;
  /** The media type of its body; left out: JSON. */
  readonly type?: string;
  /** The variable of samples for the record that it returns, and the field with its ID. */
  readonly identity?: { readonly variable: string; readonly field: string };
  /** The variables of its path, by placeholder. */
  readonly variables?: Readonly<Record<string, string>>;
  readonly resource?: string;
  /** Placeholders of the path that hold the ID of a record, with its resource. */
  readonly places?: Readonly<Record<string, string>>;
  /** Of a create the fields whose values no two records share. */
  readonly unique?: readonly string[];
  /** Fields of the body that name a record, with its resource. */
  readonly refs?: Readonly<Record<string, string>>;
}

interface PageData {
  readonly operations: readonly OperationData[];
  readonly sent: readonly { readonly in: string; readonly name: string; readonly word?: string }[];
  readonly here?: HereData;
  /** The origin of the service; left out: that of the page. */
  readonly origin?: string;
}

const keyName = 'nonet-key';
/** Whether the service of the page can be reached: a page from disk has none. */
export const isServed = location.protocol === 'http:' || location.protocol === 'https:';

const sentToService = isServed
  ? 'Sent to this service. The key stays in this tab only.'
  : 'This page was opened from disk: open it at /docs of the running service to send requests.';

/** The credential of a session with the service that runs in the page. */
let ownKey: string | undefined;

/** Adds to each operation a button that opens a form to send it to the service of this page. */
export function prepareConsole(): void {
  const text = document.getElementById('page-data')?.textContent;
  if (text === null || text === undefined) return;
  const data = JSON.parse(text) as PageData;
  setVariable('API', data.origin ?? (isServed ? location.origin : ''));
  setVariable('KEY', readKey());
  const here = prepareHere(data.here, (running) => addExampleRecords(running, listCreates(data, running)));
  prepareStart(here);
  for (const section of findAll('[data-op]')) {
    const operation = data.operations.find(({ name }) => name === section.dataset.op);
    const line = section.querySelector('.ep');
    if (operation === undefined || line === null) continue;
    const button = create('button', { class: 'try', type: 'button', 'aria-expanded': 'false' }, 'Try it');
    let form: HTMLElement | undefined;
    button.addEventListener('click', () => {
      if (form === undefined) {
        form = createForm(operation, data, section, here);
        line.after(form);
      } else {
        form.hidden = !form.hidden;
      }
      button.setAttribute('aria-expanded', String(!form.hidden));
      if (!form.hidden) form.querySelector<HTMLElement>('input, textarea, button')?.focus();
    });
    line.append(button);
  }
}

/** Lists the creates whose sample is a body that was played. */
function listCreates({ operations, sent }: PageData, { facts }: Running): readonly Create[] {
  const [carrier] = sent;
  const credential = facts.credential?.text;
  const value = carrier?.word === undefined ? credential : `${carrier.word} ${credential}`;
  const key = carrier?.in === 'header' && value !== undefined ? [[carrier.name, value] as const] : [];
  return operations.flatMap(
    ({ name, path, method, resource, places = {}, refs = {}, unique, type }): readonly Create[] => {
      const section = findAll('[data-op]').find(({ dataset }) => dataset.op === name);
      const body = section === undefined ? undefined : parse(readSample(section, type));
      if (resource === undefined || unique === undefined || method !== 'POST' || type !== undefined) return [];
      if (typeof body !== 'object' || body === null || Array.isArray(body)) return [];
      const headers = [...key, ['Content-Type', 'application/json'] as const];
      return [{ resource, path, places, headers, body: { ...body }, refs, unique }];
    },
  );
}

/** Adds to the head of the page the button that starts the service in it. */
function prepareStart(here: Here | undefined): void {
  const actions = document.querySelector('.actions');
  if (here === undefined || actions === null) return;
  const label = '▶ Run this API here';
  const button = create('button', { class: 'main', type: 'button' }, label);
  const note = create('span', { class: 'note', role: 'status' });
  button.addEventListener('click', async () => {
    button.disabled = true;
    button.textContent = 'Starting …';
    note.textContent = '';
    await here.start().catch((error: unknown) => {
      note.textContent = error instanceof Error ? error.message : String(error);
      button.textContent = label;
      button.disabled = false;
    });
  });
  here.watch(() => {
    button.disabled = here.running !== undefined;
    button.textContent = here.running === undefined ? label : 'Runs below';
  });
  actions.prepend(button);
  actions.append(note);
}

function createField(
  name: string,
  attributes: Readonly<Record<string, string>> = {},
): { row: HTMLElement; input: HTMLInputElement } {
  const input = create('input', { name, autocomplete: 'off', spellcheck: 'false', ...attributes });
  return { row: create('label', {}, name, input), input };
}

function createForm(
  operation: OperationData,
  { sent, operations }: PageData,
  section: HTMLElement,
  here: Here | undefined,
): HTMLElement {
  const [carrier] = sent;
  const key = createField('Key', {
    type: 'password',
    placeholder: carrier === undefined ? '' : `${carrier.name}: ${carrier.word ?? ''}`,
  });
  key.input.value = readKey();
  const paths = [...operation.path.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) =>
    createField(name, {
      required: '',
      pattern: '(?!\\.{1,2}$).*',
      title: 'Not . or ..',
      value: getVariable(operation.variables?.[name] ?? '') ?? '',
    }),
  );
  const query = operation.query.map((name) => createField(name));
  const headers = operation.headers.map((name) => createField(name));
  const body = create('textarea', { name: 'body', spellcheck: 'false' });
  const sample = readSample(section, operation.type);
  if (parse(sample) === undefined) body.placeholder = sample;
  else body.value = fillVariables(sample).text;
  const { refreshes } = operation;
  const token = refreshes && readRefreshToken(here?.running !== undefined);
  if (refreshes !== undefined && token !== undefined)
    body.value = JSON.stringify(writeRefresh(refreshes, token), null, 2);
  const out = create('div', { class: 'out', role: 'status' });
  const note = create('p', { class: 'note' }, sentToService);
  const form = create(
    'form',
    {
      class: 'console',
      'aria-label': `Try ${operation.name}`,
      ...(refreshes === undefined ? {} : { 'data-refreshes': JSON.stringify(refreshes) }),
    },
    ...(carrier === undefined ? [] : [key.row]),
    ...[...paths, ...query, ...headers].map(({ row }) => row),
    ...(operation.body ? [create('label', {}, 'Body', body)] : []),
    create('button', { class: 'send', type: 'submit' }, `Send ${operation.method}`),
    note,
    out,
  );
  if (here !== undefined) prepareRunning(here, { operation, form, note, key: key.input, paths, body });
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (here?.running === undefined) keepKey(key.input.value);
    const filled = paths.reduce(
      (path, { input }) => path.replace(`{${input.name}}`, encodeURIComponent(input.value)),
      operation.path,
    );
    const asked = new URLSearchParams(
      query.filter(({ input }) => input.value !== '').map(({ input }) => [input.name, input.value]),
    );
    const given = new Headers(
      headers.filter(({ input }) => input.value !== '').map(({ input }) => [input.name, input.value]),
    );
    const sends = operation.body && body.value.trim() !== '';
    if (sends) given.set('Content-Type', operation.type ?? 'application/json');
    const isRunning = here?.running !== undefined;
    const request = async (): Promise<Response> => {
      const credential = key.input.value;
      if (carrier?.in === 'header' && credential !== '')
        given.set(carrier.name, carrier.word === undefined ? credential : `${carrier.word} ${credential}`);
      if (carrier?.in === 'query' && credential !== '') asked.set(carrier.name, credential);
      const address = asked.size === 0 ? filled : `${filled}?${asked}`;
      const parts = { method: operation.method, ...(sends ? { body: writeBody(body.value, operation.type) } : {}) };
      return send(here, address, given, parts);
    };
    out.replaceChildren('…');
    try {
      let response = await request();
      const isRefreshed =
        response.status === 401 && refreshes === undefined && (await refreshKey(operations, here, key.input.value));
      if (isRefreshed) response = await request();
      const news = await readNews(operation, response.clone());
      await noteIdentity(operation, response.clone());
      out.replaceChildren(...(await describeResponse(response)));
      if (news !== undefined) useSession(news, isRunning);
      const said = isRefreshed
        ? 'The session was refreshed: the field Key has the next credential.'
        : describeNews(operation, news);
      if (said !== undefined) out.append(create('p', { class: 'note' }, said));
      await here?.refresh(operation.resource);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      out.replaceChildren(
        create('p', {}, error instanceof RangeError ? `Not sent: ${message}.` : `No response: ${message}`),
      );
    }
  });
  return form;
}

/** Sends a request to the service that runs in the page, or to the one that serves it. */
async function send(
  here: Here | undefined,
  path: string,
  headers: Headers,
  request: { readonly method: string; readonly body?: string },
): Promise<Response> {
  return (
    (await here?.running?.fetch({ ...request, path, headers: [...headers] })) ??
    (await fetch(path, { ...request, headers }))
  );
}

/** Gets the next credential of a session whose credential was rejected. Returns whether there is one. */
async function refreshKey(
  operations: readonly OperationData[],
  here: Here | undefined,
  rejected: string,
): Promise<boolean> {
  const isRunning = here?.running !== undefined;
  const operation = operations.find(({ refreshes }) => refreshes !== undefined);
  const token = readRefreshToken(isRunning);
  if (operation?.refreshes === undefined || token === undefined || rejected === '') return false;
  const text = JSON.stringify(writeRefresh(operation.refreshes, token));
  const headers = new Headers({ 'Content-Type': operation.type ?? 'application/json' });
  const response = await send(here, operation.path, headers, {
    method: operation.method,
    body: writeBody(text, operation.type),
  });
  const news = await readNews(operation, response);
  if (news !== undefined) useSession(news, isRunning);
  else if (response.status === 401) keepRefreshToken(undefined, isRunning);
  return news !== undefined;
}

/** Notes the ID of a record that a response has, for the samples and forms that need one. */
async function noteIdentity({ identity }: OperationData, response: Response): Promise<void> {
  if (identity === undefined || !response.ok || isEventStream(response)) return;
  const body = parse(await response.text());
  const value =
    typeof body === 'object' && body !== null ? new Map(Object.entries(body)).get(identity.field) : undefined;
  if (typeof value === 'string' || typeof value === 'number') setVariable(identity.variable, String(value));
}

function describeNews({ refreshes }: OperationData, news: SessionNews | undefined): string | undefined {
  if (news === undefined) return undefined;
  if (news.credential === '') return 'Logged out: the field Key is empty.';
  if (refreshes !== undefined) return 'Refreshed: the field Key has the next credential.';
  return 'Logged in: the field Key has your credential.';
}

/** Uses the tokens of a session in every form. */
function useSession({ credential, refreshToken }: SessionNews, isRunning: boolean): void {
  useKey(credential, isRunning);
  keepRefreshToken(refreshToken, isRunning);
}

/** Fills the field Key of every form. */
function useKey(text: string, isRunning: boolean): void {
  if (isRunning) ownKey = text;
  else keepKey(text);
  for (const form of findAll('form.console')) {
    const input = form.querySelector<HTMLInputElement>('input[name=Key]');
    if (input !== null) input.value = text;
  }
}

/** The body of the first sample: one that was played can be sent as it is, a sketch is only shown. */
function readSample(section: HTMLElement, type: string | undefined): string {
  const text = section.querySelector('.panel .fig pre')?.textContent ?? '';
  const quoted = /-d '([\s\S]*)'$/.exec(text)?.[1] ?? '';
  const body = quoted
    .replace(/"'"(\$\w+)"'"/g, '"$1"')
    .replace(/'"(\$\w+)"'/g, '"$1"')
    .replaceAll("'\\''", "'");
  return type === formType && parse(body) === undefined && !body.startsWith('{')
    ? JSON.stringify(readFormBody(body), null, 2)
    : body;
}

/** Writes JSON as the form that an operation takes; other texts are sent as they are. Throws for a value that no form can carry. */
function writeBody(text: string, type: string | undefined): string {
  const value = type === formType ? parse(text) : undefined;
  if (typeof value !== 'object' || value === null) return text;
  const { text: form, problem } = writeFormBody(value);
  if (problem !== undefined) throw new RangeError(problem);
  return form;
}

/** The parts of a form that change when the service runs in the page. */
interface FormParts {
  readonly operation: OperationData;
  readonly form: HTMLElement;
  readonly note: HTMLElement;
  readonly key: HTMLInputElement;
  readonly paths: readonly { readonly input: HTMLInputElement }[];
  readonly body: HTMLTextAreaElement;
}

/** Adds the button that starts the service in the page. While it runs, the form sends to it, with a key of all scopes. */
function prepareRunning(here: Here, { operation, form, note, key, paths, body }: FormParts): void {
  const button = create('button', { class: 'run', type: 'button' }, 'Run it here');
  const fill = async (): Promise<void> => {
    const { running } = here;
    if (running === undefined) return;
    const newest = (resource: string): Promise<string | undefined> => findNewest(running, resource);
    for (const { input } of paths) input.value ||= (await newest(operation.places?.[input.name] ?? '')) ?? '';
    const sent = parse(body.value);
    if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return;
    const refs = await Promise.all(
      Object.entries(operation.refs ?? {}).map(async ([field, resource]) => [field, await newest(resource)] as const),
    );
    const known = refs.filter(([field, id]) => field in sent && id !== undefined);
    if (known.length > 0) body.value = JSON.stringify({ ...sent, ...Object.fromEntries(known) }, null, 2);
  };
  const show = (): void => {
    const { running } = here;
    button.hidden = running !== undefined;
    if (running === undefined) ownKey = undefined;
    const given = running?.facts.credential?.text;
    key.value = running === undefined ? readKey() : (ownKey ?? given ?? '');
    key.type = running === undefined ? 'password' : 'text';
    note.textContent =
      running === undefined
        ? sentToService
        : running.facts.handlers.includes(operation.name)
          ? 'This operation is a handler in TypeScript, which does not run in the page: the service here responds with 501.'
          : `Sent to the service that runs in this page${given === undefined ? '' : ', with a key of all scopes'}. Its records are lost when you leave the page.`;
    void fill();
  };
  button.addEventListener('click', async () => {
    button.disabled = true;
    note.textContent = 'The service is loading …';
    try {
      await here.start();
      form.querySelector<HTMLElement>('.send')?.focus();
    } catch (error) {
      note.textContent = error instanceof Error ? error.message : String(error);
    }
    button.disabled = false;
  });
  form.querySelector('.send')?.after(' ', button);
  form.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLInputElement) void fill();
  });
  here.watch(show);
  if (here.running !== undefined) show();
}

function readKey(): string {
  try {
    return sessionStorage.getItem(keyName) ?? '';
  } catch {
    return '';
  }
}

function keepKey(key: string): void {
  setVariable('KEY', key);
  try {
    sessionStorage.setItem(keyName, key);
  } catch {
    // without storage the key is kept in the form alone
  }
}
