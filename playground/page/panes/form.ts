import type { PassedRequest } from '../../../src/contracts/browser-service.ts';
import { create } from '../../../src/describe/docs/page/dom.ts';

/** A form of a request. */
export interface RequestForm {
  readonly element: HTMLElement;
  /** True from the first key in it until it is filled again. */
  readonly isEdited: boolean;
  /** Fills the form; `hint` is shown as long as there is no body. */
  fill(request: PassedRequest, hint: string): void;
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];

/** Creates the form of a request: method, path, headers and body, all of which can be edited. */
export function createRequestForm(send: (request: PassedRequest) => Promise<void>): RequestForm {
  let isEdited = false;
  const method = create('select', { 'aria-label': 'Method' }, ...methods.map((name) => create('option', {}, name)));
  const path = create('input', { 'aria-label': 'Path', autocomplete: 'off', spellcheck: 'false', required: '' });
  const headers = create('textarea', { rows: '2', spellcheck: 'false', placeholder: 'Name: value' });
  const body = create('textarea', { rows: '7', spellcheck: 'false', placeholder: 'no body' });
  const element = create(
    'form',
    { class: 'request', 'aria-label': 'Request' },
    create('div', { class: 'target' }, method, path, create('button', { class: 'send' }, 'Send')),
    create('label', {}, 'Headers', headers),
    create('label', {}, 'Body', body),
  );
  element.addEventListener('input', () => {
    isEdited = true;
  });
  element.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) element.requestSubmit();
  });
  element.addEventListener('submit', (event) => {
    event.preventDefault();
    const pairs = headers.value.split('\n').flatMap((line): [string, string][] => {
      const at = line.indexOf(':');
      return at < 1 ? [] : [[line.slice(0, at).trim(), line.slice(at + 1).trim()]];
    });
    const hasBody = body.value.trim() !== '' && method.value !== 'GET' && method.value !== 'HEAD';
    void send({
      method: method.value,
      path: path.value,
      headers: pairs,
      ...(hasBody ? { body: body.value } : {}),
    });
  });
  return {
    element,
    get isEdited() {
      return isEdited;
    },
    fill(request, hint) {
      body.placeholder = hint;
      isEdited = false;
      method.value = request.method;
      path.value = request.path;
      headers.value = request.headers.map(([name, value]) => `${name}: ${value}`).join('\n');
      headers.rows = Math.max(2, request.headers.length);
      body.value = request.body ?? '';
      body.rows = Math.min(18, Math.max(3, body.value.split('\n').length));
    },
  };
}
