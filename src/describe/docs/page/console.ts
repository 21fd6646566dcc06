import { create, findAll, findTarget } from './dom.ts';

interface OperationData {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly query: readonly string[];
  readonly headers: readonly string[];
  readonly body: boolean;
}

interface PageData {
  readonly operations: readonly OperationData[];
  readonly sent: readonly { readonly in: string; readonly name: string; readonly word?: string }[];
}

const keyName = 'nonet-key';
const isServed = location.protocol === 'http:' || location.protocol === 'https:';

/** Adds to each operation a button that opens a form to send it to the service of this page. */
export function prepareConsole(): void {
  const text = document.getElementById('page-data')?.textContent;
  if (text === null || text === undefined) return;
  const data = JSON.parse(text) as PageData;
  for (const section of findAll('[data-op]')) {
    const operation = data.operations.find(({ name }) => name === section.dataset.op);
    const line = section.querySelector('.ep');
    if (operation === undefined || line === null) continue;
    const button = create('button', { class: 'try', type: 'button', 'aria-expanded': 'false' }, 'Try it');
    let form: HTMLElement | undefined;
    button.addEventListener('click', () => {
      if (form === undefined) {
        form = createForm(operation, data, section);
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

function createField(
  name: string,
  attributes: Readonly<Record<string, string>> = {},
): { row: HTMLElement; input: HTMLInputElement } {
  const input = create('input', { name, autocomplete: 'off', spellcheck: 'false', ...attributes });
  return { row: create('label', {}, name, input), input };
}

function createForm(operation: OperationData, { sent }: PageData, section: HTMLElement): HTMLElement {
  const [carrier] = sent;
  const key = createField('Key', {
    type: 'password',
    placeholder: carrier === undefined ? '' : `${carrier.name}: ${carrier.word ?? ''}`,
  });
  key.input.value = readKey();
  const paths = [...operation.path.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) =>
    createField(name, { required: '' }),
  );
  const query = operation.query.map((name) => createField(name));
  const headers = operation.headers.map((name) => createField(name));
  const body = create('textarea', { name: 'body', spellcheck: 'false' });
  const sample = readSample(section);
  if (parse(sample) === undefined) body.placeholder = sample;
  else body.value = sample;
  const out = create('div', { class: 'out', role: 'status' });
  const form = create(
    'form',
    { class: 'console', 'aria-label': `Try ${operation.name}` },
    ...(carrier === undefined ? [] : [key.row]),
    ...[...paths, ...query, ...headers].map(({ row }) => row),
    ...(operation.body ? [create('label', {}, 'Body', body)] : []),
    create('button', { class: 'send', type: 'submit' }, `Send ${operation.method}`),
    create(
      'p',
      { class: 'note' },
      isServed
        ? 'Sent to this service. The key stays in this tab and is forgotten with it.'
        : 'This page was opened from disk: open it at /docs of the running service to send requests.',
    ),
    out,
  );
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    keepKey(key.input.value);
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
    if (carrier?.in === 'header' && key.input.value !== '')
      given.set(carrier.name, carrier.word === undefined ? key.input.value : `${carrier.word} ${key.input.value}`);
    if (carrier?.in === 'query' && key.input.value !== '') asked.set(carrier.name, key.input.value);
    const sends = operation.body && body.value.trim() !== '';
    if (sends) given.set('Content-Type', 'application/json');
    const address = asked.size === 0 ? filled : `${filled}?${asked}`;
    out.replaceChildren('…');
    try {
      const response = await fetch(address, {
        method: operation.method,
        headers: given,
        ...(sends ? { body: body.value } : {}),
      });
      out.replaceChildren(...(await describeResponse(response)));
    } catch (error) {
      out.replaceChildren(create('p', {}, `No response: ${error instanceof Error ? error.message : String(error)}`));
    }
  });
  return form;
}

/** The status, the code with its entry, the line of the document behind it, and the body. */
async function describeResponse(response: Response): Promise<Node[]> {
  const text = await response.text();
  const parsed = parse(text);
  const code = isObject(parsed) && typeof parsed.code === 'string' ? parsed.code : undefined;
  const kind = response.status < 400 ? 's2' : response.status < 500 ? 's4' : 's5';
  const head = create(
    'p',
    {},
    create('span', { class: `r ${kind}` }, create('b', {}, String(response.status)), ` ${code ?? response.statusText}`),
  );
  if (code !== undefined && findTarget(`#errors-${encodeURIComponent(code)}`) !== null)
    head.append(' ', create('a', { href: `#errors-${encodeURIComponent(code)}` }, 'what it means'));
  const line = /:(\d+)$/.exec(response.headers.get('Nonet-Explain') ?? '')?.[1];
  if (line !== undefined) head.append(' because of ', create('a', { class: 'l', href: `#line-${line}` }, line));
  const heads = ['Location', 'ETag', 'Retry-After', 'RateLimit', 'Idempotency-Replayed'].flatMap((name) => {
    const value = response.headers.get(name);
    return value === null ? [] : [`${name}: ${value}`];
  });
  const shown = parsed === undefined ? text : JSON.stringify(parsed, null, 2);
  return [head, create('pre', { tabindex: '0' }, [...heads, ...(heads.length > 0 ? [''] : []), shown].join('\n'))];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** The body of the first sample: one that was played can be sent as it is, a sketch is only shown. */
function readSample(section: HTMLElement): string {
  const text = section.querySelector('.panel .fig pre')?.textContent ?? '';
  return /-d '([\s\S]*)'$/.exec(text)?.[1]?.replaceAll("'\\''", "'") ?? '';
}

function readKey(): string {
  try {
    return sessionStorage.getItem(keyName) ?? '';
  } catch {
    return '';
  }
}

function keepKey(key: string): void {
  try {
    sessionStorage.setItem(keyName, key);
  } catch {
    // without storage the key is kept in the form alone
  }
}
