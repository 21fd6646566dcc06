import { applyTheme, createThemeButton } from '../../docs/page/theme.ts';
import type { OperationData, ResourceData, WorkbenchData } from '../model.ts';
import { data, findResource, listLists, useData } from './base/data.ts';
import { fill, go, h, say } from './base/dom.ts';
import { type Place, readPlace, writePlace } from './base/place.ts';
import { prepareKeys, showKeys } from './keys.ts';
import { followEvents, stopEvents } from './service/events.ts';
import { forgetParents } from './service/parents.ts';
import { forgetRecords, readOwn } from './service/records.ts';
import { askCaller, clearSession, getCaller, mayCall } from './service/session.ts';
import { listOwn, showAccount } from './views/account.ts';
import { showEdit, showNew } from './views/edit.ts';
import { showImport } from './views/import.ts';
import { showList } from './views/list.ts';
import { showRecord } from './views/record.ts';
import { showSignIn, signOut } from './views/signin.ts';

type View = (resource: ResourceData, place: Place, main: HTMLElement) => Promise<void>;

const views: Readonly<Record<string, View>> = {
  list: showList,
  record: showRecord,
  new: showNew,
  edit: showEdit,
  import: showImport,
};

applyTheme();
addEventListener('DOMContentLoaded', () => {
  useData(JSON.parse(document.getElementById('workbench-data')?.textContent ?? '{}') as WorkbenchData);
  prepareKeys();
  void start();
});

const main = h('main', { id: 'main', tabindex: -1 });
const nav = h('nav', { id: 'nav', 'aria-label': 'Records' });
let isLooking = false;
let wasSignedIn = false;

function skip(event: Event): void {
  event.preventDefault();
  main.focus();
}

async function start(): Promise<void> {
  const said = h('div', { id: 'said', role: 'status', 'aria-live': 'polite' });
  document.body.append(h('a', { class: 'skip', href: '#main', click: skip }, 'Skip to the content'), nav, main, said);
  const wrong = await askCaller();
  addEventListener('hashchange', () => void show());
  begin(wrong);
}

/** Shows the place of the address, or how to sign in. */
function begin(said?: string): void {
  forgetRecords();
  forgetParents();
  const { signedIn } = getCaller();
  wasSignedIn = signedIn;
  const needs = data.schemes.length > 0 && !signedIn && !isLooking;
  document.body.classList.toggle('outside', needs);
  if (needs) {
    fill(nav);
    showSignIn(
      main,
      () => {
        isLooking = true;
        begin();
      },
      said,
    );
    return;
  }
  fillNavigation();
  followEvents(() => void refresh());
  void show();
  // The user is known by name, too; a key of a program has no account.
  void readOwn().then((isFound) => {
    const link = document.getElementById('account');
    if (link !== null) link.hidden = !isFound;
    return isFound ? refresh() : undefined;
  });
}

/** The resources whose lists the user may read. Deeper ones are reached from their parents. */
function listResources(): readonly ResourceData[] {
  return data.resources.filter((resource) => listLists(resource).some((list) => mayCall(list) && isNear(list)));
}

function isNear({ placeholders }: OperationData): boolean {
  return placeholders.every(({ parent }) => {
    const lists = findResource(parent);
    return lists !== undefined && listLists(lists).some((list) => list.placeholders.length === 0);
  });
}

function fillNavigation(): void {
  const { signedIn } = getCaller();
  const leave = async (): Promise<void> => {
    const failed = await signOut();
    if (failed !== undefined) say(failed, 'failed');
    clearSession();
    stopEvents();
    isLooking = false;
    begin();
  };
  const enter = (): void => {
    isLooking = false;
    begin();
  };
  const links = listResources().map((resource) => {
    const nested = listLists(resource).every(({ placeholders }) => placeholders.length > 0);
    return h(
      'li',
      { class: nested ? 'nested' : undefined },
      h('a', { href: writePlace('list', resource.name), 'data-of': resource.name }, resource.title),
    );
  });
  const menu: HTMLElement = h(
    'button',
    {
      type: 'button',
      class: 'icon menu',
      'aria-expanded': 'false',
      'aria-controls': 'menu',
      'aria-label': 'Menu',
      click: () => menu.setAttribute('aria-expanded', String(document.body.classList.toggle('open'))),
    },
    '☰',
  );
  fill(
    nav,
    h(
      'div',
      { class: 'bar' },
      h('a', { class: 'brand', href: '#' }, data.name),
      h('div', { class: 'tools' }, createThemeButton(), menu),
    ),
    h(
      'div',
      { id: 'menu' },
      h('ul', {}, links),
      h(
        'div',
        { class: 'foot' },
        h('a', { href: '#account', id: 'account', hidden: true }, 'Account'),
        data.docs === undefined ? undefined : h('a', { href: data.docs }, 'Documentation'),
        h('button', { type: 'button', class: 'quiet', click: showKeys }, 'Keyboard'),
        data.schemes.length === 0
          ? undefined
          : signedIn
            ? h('button', { type: 'button', class: 'quiet', click: () => void leave() }, 'Sign out')
            : h('button', { type: 'button', class: 'quiet', click: enter }, 'Sign in'),
      ),
    ),
  );
}

let latest = 0;
let hasShown = false;
let frame: HTMLElement = h('div');

async function show(): Promise<void> {
  if (document.body.classList.contains('outside')) return;
  document.body.classList.remove('open');
  document.querySelector('dialog[open]')?.remove();
  const place = readPlace(location.hash);
  const first = listResources()[0];
  if (place.view === 'account' && listOwn().length > 0) return showOwn();
  const resource = findResource(place.resource);
  const view = views[place.view];
  if (view === undefined || resource === undefined) {
    if (first === undefined) return fill(main, h('p', { class: 'empty' }, 'Your key reads no list of records.'));
    history.replaceState(null, '', writePlace('list', first.name));
    return show();
  }
  for (const link of nav.querySelectorAll<HTMLElement>('[data-of]')) {
    if (link.dataset.of === resource.name) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  latest += 1;
  const mine = latest;
  const key = `${place.view} ${place.resource} ${place.id ?? ''}`;
  // A view draws into a place of its own: one that comes late does not overwrite the next.
  const isNew = frame.dataset.view !== key;
  if (isNew) {
    frame = h('div', { 'data-view': key });
    fill(main, frame);
    scrollTo(0, 0);
  }
  const own = frame;
  document.title = `${resource.title}: ${data.name}`;
  try {
    await view(resource, place, own);
    // Readers of screens hear where they are.
    if (isNew && hasShown && !own.contains(document.activeElement))
      own.querySelector('h1')?.focus({ preventScroll: true });
    hasShown = true;
  } catch (error) {
    if (mine === latest)
      fill(
        own,
        h(
          'p',
          { class: 'problem', role: 'alert' },
          error instanceof TypeError ? 'The service cannot be reached.' : String(error),
        ),
        h('button', { type: 'button', click: () => go(location.hash) }, 'Try again'),
      );
  }
  if (wasSignedIn && !getCaller().signedIn) begin('Your session has ended: sign in again.');
}

async function showOwn(): Promise<void> {
  for (const link of nav.querySelectorAll('[aria-current]')) link.removeAttribute('aria-current');
  frame = h('div', { 'data-view': 'account' });
  fill(main, frame);
  document.title = `Account: ${data.name}`;
  await showAccount(frame).catch(() => say('The service cannot be reached.', 'failed'));
  // A user who has left is not signed in any more.
  await askCaller();
  if (!getCaller().signedIn) begin('Your session has ended: sign in again.');
}

/** Reads what is shown again, unless somebody is working on it. */
async function refresh(): Promise<void> {
  const place = readPlace(location.hash);
  const isBusy =
    document.querySelector('dialog[open], .bulk:not([hidden])') !== null ||
    document.activeElement?.matches('input, select, textarea') === true;
  if ((place.view === 'list' || place.view === 'record') && !isBusy) await show();
}
