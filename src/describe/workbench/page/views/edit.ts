import type { FieldData, OperationData, ResourceData } from '../../model.ts';
import { findMachine, findOperation, listShown, type Row, readField, toWords } from '../base/data.ts';
import { fill, go, h, openDialog, say } from '../base/dom.ts';
import { isSame } from '../base/exact.ts';
import { type Place, writeListPlace, writePlace } from '../base/place.ts';
import { createForm, showProblem } from '../inputs/form.ts';
import { type Answer, createKeys, send } from '../service/api.ts';
import { createChooser, fillParents } from '../service/parents.ts';
import { getLabel, getRecordPlace, readRecord, remember } from '../service/records.ts';
import { findRefusal } from '../service/session.ts';
import { showShort } from '../shown/values.ts';
import { sendFor, withParents } from './actions.ts';

/** Shows the form of a new record. */
export async function showNew(resource: ResourceData, place: Place, main: HTMLElement): Promise<void> {
  const operation = findOperation(resource, 'create');
  const refusal =
    operation === undefined ? `No operation creates ${resource.title.toLowerCase()}.` : findRefusal(operation);
  if (operation === undefined || refusal !== undefined) return fill(main, h('p', { class: 'empty' }, refusal));
  const path = fillParents(operation, place);
  if (path === undefined) {
    const chooser = await createChooser(operation, place);
    if (chooser === undefined) return showNew(resource, place, main);
    return fill(main, h('h1', { tabindex: -1 }, operation.summary), chooser);
  }
  const keyOf = createKeys();
  // An address that somebody else has written leads to no other page.
  const given = place.params.get('_back');
  const back = given?.startsWith('#') === true ? given : writeListPlace(resource.name, path);
  const form = createForm(operation, {
    params: new URLSearchParams([...place.params, ...Object.entries(path)]),
    row: Object.fromEntries(place.params),
    word: `Create ${resource.noun}`,
    cancel: () => go(back),
    async submit(body) {
      const headers = operation.key === undefined ? {} : { [operation.key]: keyOf(body) };
      const answer = await send(operation, { path, headers, ...(operation.body === undefined ? {} : { body }) });
      if (answer.problem === undefined)
        showCreated(resource, answer, path, place.params.has('_back') ? back : undefined);
      return answer;
    },
  });
  fill(
    main,
    createHead(resource, operation.summary, operation.meaning, back),
    h('section', { class: 'card form' }, form),
  );
  form.querySelector<HTMLElement>('input, select, textarea')?.focus();
}

function createHead(resource: ResourceData, title: string, meaning: string | undefined, back: string): HTMLElement {
  return h(
    'header',
    { class: 'head' },
    h(
      'div',
      {},
      h('nav', { class: 'crumbs', 'aria-label': 'Path' }, h('a', { href: back }, resource.title)),
      h('h1', { tabindex: -1 }, title),
      meaning === undefined ? undefined : h('p', { class: 'soft' }, meaning),
    ),
  );
}

/** Shows the new record. Values that no later response shows, such as secrets, are said once. */
function showCreated(
  resource: ResourceData,
  { value }: Answer,
  path: Record<string, string>,
  back: string | undefined,
): void {
  const row = (typeof value === 'object' && value !== null ? value : {}) as Row;
  const created = findOperation(resource, 'create')?.shown ?? [];
  const later = listShown(resource);
  remember(resource, row);
  const label = getLabel(resource, row);
  const isNamed = label !== '' && label !== String(readField(row, resource.identity, created));
  say(`${isNamed ? label : toWords(resource.noun)} is created.`);
  const once = created.filter(({ name }) => row[name] !== undefined && !later.some((field) => field.name === name));
  const target =
    back ??
    (readField(row, resource.identity, created) === undefined
      ? writeListPlace(resource.name, path)
      : getRecordPlace(resource, row, path));
  go(target);
  if (once.length === 0) return;
  const dialog: HTMLDialogElement = openDialog(
    'Shown only once',
    h('p', {}, 'Store this now: the service does not show it again.'),
    h(
      'dl',
      { class: 'fields' },
      once.map(({ name }) => h('div', {}, h('dt', {}, toWords(name)), h('dd', {}, h('code', {}, String(row[name]))))),
    ),
    h('div', { class: 'ends' }, h('button', { type: 'button', class: 'main', click: () => dialog.close() }, 'Stored')),
  );
}

/** Shows the form that changes a record. */
export async function showEdit(resource: ResourceData, place: Place, main: HTMLElement): Promise<void> {
  const operation = findOperation(resource, 'update') ?? findOperation(resource, 'replace');
  const answer = await readRecord(resource, place.id ?? '', place.params);
  if (operation === undefined || answer === undefined || answer.problem !== undefined)
    return fill(
      main,
      answer?.problem === undefined
        ? h('p', { class: 'empty' }, `This ${resource.noun} cannot be changed here.`)
        : showProblem(answer),
    );
  const back = writePlace('record', resource.name, { id: place.id, params: place.params });
  let base = answer.value as Row;
  let tag = answer.tag;
  const isPatch = operation.kind === 'update';
  const save = async (body: unknown): Promise<Answer | undefined> => {
    const changes = (body ?? {}) as Row;
    if (isPatch && Object.keys(changes).length === 0) {
      go(back);
      return undefined;
    }
    // Without a condition of the service, a look before the change finds what another person has saved.
    const isGuarded = operation.ifMatch !== undefined && tag !== undefined;
    const now = isGuarded ? undefined : await readRecord(resource, place.id ?? '', place.params);
    const isOther =
      now !== undefined &&
      now.problem === undefined &&
      !isSame(pick(now.value as Row, changes, operation), pick(base, changes, operation));
    const sent = isOther
      ? undefined
      : await sendFor(operation, { resource, row: base, params: place.params, tag }, body);
    if (sent !== undefined && sent.status !== 412) {
      if (sent.problem !== undefined) return sent;
      say('Saved.');
      go(back);
      return undefined;
    }
    const present = now ?? (await readRecord(resource, place.id ?? '', place.params));
    if (present === undefined || present.problem !== undefined) return sent ?? present;
    const chosen = await settle(operation, resource, { base, present: present.value as Row, changes });
    base = present.value as Row;
    tag = present.tag;
    return chosen === undefined ? undefined : save(isPatch ? chosen : { ...changes, ...chosen });
  };
  const form = createForm(operation, {
    patches: isPatch,
    params: withParents(place.params, base),
    row: base,
    fixed: listFixed(resource, base),
    word: 'Save',
    cancel: () => go(back),
    submit: save,
  });
  fill(
    main,
    createHead(resource, `Edit ${getLabel(resource, base)}`, operation.meaning, back),
    h('section', { class: 'card form' }, form),
  );
  form.querySelector<HTMLElement>('input, select, textarea')?.focus();
}

/** The present values of what is changed. */
function pick(row: Row, changes: Row, { body }: OperationData): Row {
  const fields: readonly FieldData[] = body?.kind === 'object' ? body.fields : [];
  return Object.fromEntries(
    Object.keys(changes).map((name) => [name, row[fields.find((field) => field.name === name)?.field ?? name] ?? null]),
  );
}

/** The fields that the state of a record fixes. */
function listFixed(resource: ResourceData, row: Row): ReadonlyMap<string, string> {
  const shown = listShown(resource);
  return new Map(
    resource.machines.flatMap(({ field }) => {
      const state = String(readField(row, field, shown));
      const fixed = findMachine(resource, field)?.states.find(({ name }) => name === state)?.fixed ?? [];
      return fixed.map((name) => [name, `cannot be changed while it is ${state}`] as const);
    }),
  );
}

interface Conflict {
  readonly base: Row;
  readonly present: Row;
  readonly changes: Row;
}

/** Shows the values of another person next to those of the user, who chooses; undefined: nothing is saved. */
function settle(
  operation: OperationData,
  resource: ResourceData,
  { base, present, changes }: Conflict,
): Promise<Row | undefined> {
  const { promise, resolve } = Promise.withResolvers<Row | undefined>();
  const [now, then] = [pick(present, changes, operation), pick(base, changes, operation)];
  const fields = operation.body?.kind === 'object' ? operation.body.fields : [];
  const names = Object.keys(changes).filter((name) => !isSame(now[name], changes[name]));
  const lines = names.map((name, at) => {
    const field = fields.find((each) => each.name === name) ?? { name, type: { kind: 'any' } as const };
    const isTouched = !isSame(now[name], then[name]);
    const choice = (value: 'theirs' | 'mine', word: string, shown: unknown): HTMLElement =>
      h(
        'td',
        {},
        h(
          'label',
          {},
          h('input', {
            type: 'radio',
            name: `c${at}`,
            value,
            checked: (value === 'mine') === !isTouched,
            'aria-label': `${toWords(name)}: ${word}`,
          }),
          showShort(field, shown, resource),
        ),
      );
    return h(
      'tr',
      { 'data-name': name },
      h('th', { scope: 'row' }, toWords(name)),
      choice('theirs', 'now', now[name]),
      choice('mine', 'yours', changes[name]),
    );
  });
  const table = h(
    'table',
    { class: 'inner conflict' },
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        h('th', { scope: 'col' }, 'Field'),
        h('th', { scope: 'col' }, 'Now'),
        h('th', { scope: 'col' }, 'Yours'),
      ),
    ),
    h('tbody', {}, lines),
  );
  const save = (): void => {
    const mine = lines
      .filter((line) => line.querySelector<HTMLInputElement>('input[value=mine]')?.checked === true)
      .map((line) => line.dataset.name!);
    resolve(
      Object.fromEntries(
        names
          .map((name) => [name, mine.includes(name) ? changes[name] : now[name]])
          .filter(([name]) => operation.kind === 'replace' || mine.includes(name as string)),
      ) as Row,
    );
    dialog.close();
  };
  const dialog: HTMLDialogElement = openDialog(
    'Somebody else has changed it',
    h('p', {}, `This ${resource.noun} was changed since you opened it. Choose what is saved.`),
    h('div', { class: 'scroll', tabindex: 0 }, table),
    h(
      'div',
      { class: 'ends' },
      h('button', { type: 'button', click: () => dialog.close() }, 'Keep editing'),
      h('button', { type: 'button', class: 'main', click: save }, 'Save the choice'),
    ),
  );
  dialog.addEventListener('close', () => resolve(undefined));
  return promise;
}
