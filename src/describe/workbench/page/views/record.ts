import type { FieldData, OperationData, ResourceData } from '../../model.ts';
import { findMachine, findOperation, findResource, listShown, type Row, readField, toWords } from '../base/data.ts';
import { type Child, fill, go, h } from '../base/dom.ts';
import { type Place, writeListPlace, writePlace } from '../base/place.ts';
import { showProblem } from '../inputs/form.ts';
import { createTimeLine } from '../service/events.ts';
import { readRecord, showTitle } from '../service/records.ts';
import { mayCall } from '../service/session.ts';
import { drawStates } from '../shown/diagram.ts';
import { createFiles } from '../shown/files.ts';
import { createRelated } from '../shown/related.ts';
import { showLong, showState } from '../shown/values.ts';
import { canAddress, createAction, findReason, listTransitions, nameAction, remove, type Target } from './actions.ts';

/** Shows a record: its fields, its state and what can be done with it, its files, and what refers to it. */
export async function showRecord(resource: ResourceData, place: Place, main: HTMLElement): Promise<void> {
  if (main.dataset.at !== location.hash)
    fill(main, h('div', { class: 'skeleton', role: 'status', 'aria-label': 'Loading' }, h('div'), h('div'), h('div')));
  main.dataset.at = location.hash;
  const answer = await readRecord(resource, place.id ?? '', place.params);
  const back = h(
    'nav',
    { class: 'crumbs', 'aria-label': 'Path' },
    h('a', { href: writeListPlace(resource.name, place.params) }, resource.title),
  );
  if (answer === undefined)
    return fill(main, back, h('p', { class: 'empty' }, `This ${resource.noun} is not in the lists that you may see.`));
  if (answer.problem !== undefined) return fill(main, back, showProblem(answer));
  const row = answer.value as Row;
  const target: Target = {
    ...{ resource, row, params: place.params, tag: answer.tag },
    done: () => go(location.hash),
  };
  fill(
    main,
    back,
    createHead(target, place),
    h(
      'div',
      { class: 'record' },
      h('div', {}, createFields(resource, row), createFiles(resource, row, place.params)),
      h('div', { class: 'aside' }, createStates(target), createTimeLine(resource, row)),
    ),
    await createRelated(resource, row),
  );
}

function createHead(target: Target, place: Place): HTMLElement {
  const { resource, row } = target;
  const shown = listShown(resource);
  const states = resource.machines.flatMap(({ field }) => {
    const value = readField(row, field, shown);
    return typeof value === 'string' ? [showState(resource, field, value)] : [];
  });
  const update = findOperation(resource, 'update') ?? findOperation(resource, 'replace');
  const erase = findOperation(resource, 'delete');
  const canErase = mayCall(erase) && canAddress(erase, target);
  const reason = canErase ? findReason(erase, resource, row) : undefined;
  const leave: Target = { ...target, done: () => go(writeListPlace(resource.name, place.params)) };
  return h(
    'header',
    { class: 'head' },
    h('div', {}, h('h1', { tabindex: -1 }, showTitle(resource, row)), states),
    h(
      'div',
      { class: 'tools' },
      createActions(target),
      mayCall(update) &&
        canAddress(update, target) &&
        h(
          'a',
          {
            class: 'button',
            'data-key': 'e',
            href: writePlace('edit', resource.name, { id: place.id, params: place.params }),
          },
          'Edit',
        ),
      canErase &&
        (reason === undefined
          ? h('button', { type: 'button', class: 'danger', click: () => void remove(erase, leave) }, 'Delete')
          : h('button', { type: 'button', 'aria-disabled': 'true', title: reason }, 'Delete')),
    ),
  );
}

function listActions({ resource, row, params }: Target): readonly OperationData[] {
  return listTransitions(resource).filter((operation) => canAddress(operation, { resource, row, params }));
}

function createActions(target: Target): Child {
  return listActions(target).map((operation) => createAction(operation, target));
}

/** The place of a record among its states, and why some transitions are not possible now. */
function createStates(target: Target): Child {
  const { resource, row } = target;
  const shown = listShown(resource);
  const erase = findOperation(resource, 'delete');
  const others = mayCall(erase) && canAddress(erase, target) ? [erase] : [];
  const reasons = [...listActions(target), ...others].flatMap((operation) => {
    const reason = findReason(operation, resource, row);
    return reason === undefined ? [] : [h('li', {}, h('b', {}, nameAction(operation)), ` ${reason}`)];
  });
  const drawn = resource.machines.flatMap((machine) => {
    const state = readField(row, machine.field, shown);
    if (typeof state !== 'string') return [];
    const found = findMachine(resource, machine.field)?.states.find(({ name }) => name === state);
    return [
      h(
        'section',
        { class: 'card' },
        h('h2', {}, toWords(machine.field)),
        h(
          'p',
          {},
          showState(resource, machine.field, state),
          found?.meaning === undefined ? '' : h('span', { class: 'soft' }, ` ${found.meaning}`),
        ),
        h('div', { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': 'States' }, drawStates(machine, state)),
      ),
    ];
  });
  const not =
    reasons.length === 0
      ? undefined
      : h('section', { class: 'card not' }, h('h2', {}, 'Not possible now'), h('ul', { class: 'plain' }, reasons));
  return [drawn, not];
}

function createFields(resource: ResourceData, row: Row): HTMLElement {
  // The state of a record has a place of its own.
  const shown = listShown(resource)
    .filter(({ field }) => !resource.machines.some((machine) => machine.field === field))
    .filter((field) => field.name in row || field.required === true || isStated(field));
  return h(
    'section',
    { class: 'card' },
    h('h2', { class: 'hidden' }, 'Fields'),
    h(
      'dl',
      { class: 'fields' },
      shown.map((field) =>
        h(
          'div',
          {},
          h(
            'dt',
            {},
            toWords(field.name),
            field.help === undefined || field.type.kind === 'choice'
              ? ''
              : h('span', { class: 'help' }, field.help.replaceAll('`', '')),
          ),
          h('dd', {}, showLong(field, row[field.name], resource)),
        ),
      ),
    ),
  );
}

/** A reference that is not there says so; other values that are absent are left out. */
function isStated({ type }: FieldData): boolean {
  return type.kind === 'ref' && findResource(type.resource) !== undefined;
}
