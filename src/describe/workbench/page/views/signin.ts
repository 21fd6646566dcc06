import type { OperationData } from '../../model.ts';
import { data } from '../base/data.ts';
import { fill, h } from '../base/dom.ts';
import { createForm } from '../inputs/form.ts';
import { formatProblem, send } from '../service/api.ts';
import { askCaller, listPlaces, mayCall, useKey } from '../service/session.ts';

/** Shows how to sign in: with a key, or as the document states. `said`: why the user is asked. */
export function showSignIn(main: HTMLElement, done: () => void, said?: string): void {
  const logins = data.sessions.filter(({ session }) => session === 'log in');
  const signUps = data.sessions.filter(({ kind }) => kind === 'create');
  const isOpen = data.resources.some(({ operations }) =>
    operations.some(({ list, access }) => list !== undefined && access.open === true),
  );
  const places = listPlaces();
  const parts = [
    ...logins.map((operation) => createLogin(operation, done)),
    ...(places.length > 0
      ? [
          createKeyForm(
            places.map(({ name, kind, meaning }) => ({
              name,
              words: `${kind}${meaning === undefined ? '' : `, ${meaning}`}`,
            })),
            logins.length > 0,
            done,
          ),
        ]
      : []),
    ...signUps
      .filter(({ access }) => access.open === true)
      .map((operation) =>
        h(
          'details',
          {},
          h('summary', {}, (operation.meaning ?? operation.summary).replace(/\.$/, '')),
          createLogin(operation, done),
        ),
      ),
  ];
  fill(
    main,
    h(
      'div',
      { class: 'signin' },
      h('h1', { tabindex: -1 }, data.name),
      h('p', { class: 'soft' }, data.summary),
      said === undefined ? undefined : h('p', { class: 'problem', role: 'alert' }, said),
      parts,
      isOpen &&
        h('p', {}, h('button', { type: 'button', class: 'quiet', click: done }, 'Look around without signing in')),
      h(
        'p',
        { class: 'soft small' },
        'You see and change here what your own credential allows. It stays in this tab, and ends with it.',
      ),
    ),
  );
  main.querySelector<HTMLElement>('input')?.focus();
}

function createLogin(operation: OperationData, done: () => void): HTMLElement {
  return createForm(operation, {
    params: new URLSearchParams(),
    word: operation.kind === 'create' ? 'Sign up' : 'Log in',
    async submit(body) {
      const answer = await send(operation, { body });
      if (answer.problem !== undefined) return answer;
      await askCaller();
      done();
      return undefined;
    },
  });
}

function createKeyForm(
  schemes: readonly { readonly name: string; readonly words: string }[],
  isSecond: boolean,
  done: () => void,
): HTMLElement {
  const word = schemes.every(({ words }) => words.startsWith('access token')) ? 'Token' : 'Key';
  const input = h('input', { id: 'key', type: 'password', autocomplete: 'off', spellcheck: false, required: true });
  const select = h(
    'select',
    { id: 'scheme' },
    schemes.map(({ name, words }) => h('option', { value: name }, words)),
  );
  const out = h('div', { class: 'problem', role: 'alert' });
  const button = h('button', { type: 'submit', class: 'main' }, 'Sign in');
  const form = h(
    'form',
    { novalidate: true },
    schemes.length > 1 && h('div', { class: 'field' }, h('label', { for: 'scheme' }, 'Kind of key'), select),
    h('div', { class: 'field' }, h('label', { for: 'key' }, word), input),
    out,
    h('div', { class: 'ends' }, button),
  );
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const key = input.value.trim();
    if (key === '' || !/^[\x21-\x7e]+$/.test(key))
      return fill(out, key === '' ? 'Enter your key.' : 'A key has no spaces and no special characters.');
    button.disabled = true;
    useKey(key, select.value);
    const wrong = await askCaller();
    button.disabled = false;
    if (wrong === undefined) done();
    else fill(out, wrong);
  });
  return isSecond ? h('details', {}, h('summary', {}, `Sign in with a ${word.toLowerCase()}`), form) : form;
}

/** Ends the session of the user, at the service too where the document states it. */
export async function signOut(): Promise<string | undefined> {
  const operation = data.sessions.find((each) => each.ends === true && each.placeholders.length === 0);
  if (operation === undefined || !mayCall(operation)) return undefined;
  const answer = await send(operation).catch(() => undefined);
  return answer?.problem === undefined ? undefined : formatProblem(answer.problem);
}
