import type { OperationData } from '../../model.ts';
import { findResource, listShown, readField } from '../base/data.ts';
import { type Child, go, h } from '../base/dom.ts';
import { type Place, withParams } from '../base/place.ts';
import { findRecords } from '../inputs/picker.ts';
import { fillPath } from './api.ts';
import { getLabel, showReference } from './records.ts';

/** The parents that were chosen last, by the names of their placeholders: other lists of the same parent begin with them. */
const chosen = new Map<string, string>();

/** Forgets which parents were chosen: somebody else is signed in. */
export function forgetParents(): void {
  chosen.clear();
}

/** Returns the values of the placeholders of an operation of no record; undefined if a parent must be chosen. */
export function fillParents(
  operation: OperationData,
  { params }: Pick<Place, 'params'>,
): Record<string, string> | undefined {
  const values = Object.fromEntries(
    operation.placeholders.map(({ name, parent }) => [name, params.get(name) ?? chosen.get(`${parent} ${name}`) ?? '']),
  );
  if (fillPath(operation, values) === undefined) return undefined;
  for (const { name, parent } of operation.placeholders) chosen.set(`${parent} ${name}`, values[name]!);
  return values;
}

/** Shows the parents of a list, and a way to choose others. */
export function showParents(
  { placeholders }: OperationData,
  path: Readonly<Record<string, string>>,
  place: Place,
): Child {
  return placeholders.map(({ name, parent = '', by }) => {
    const change = (): void => {
      chosen.delete(`${parent} ${name}`);
      go(withParams(place, { [name]: '', _at: '' }));
    };
    const shown = by === undefined ? showReference(parent, path[name]) : path[name];
    return h(
      'p',
      { class: 'of' },
      shown,
      h(
        'button',
        {
          type: 'button',
          class: 'quiet',
          'aria-label': `Change the ${findResource(parent)?.noun ?? name}`,
          click: change,
        },
        'Change',
      ),
    );
  });
}

/** Lets the user choose the parent of a list; undefined: there is only one, which is chosen now. */
export async function createChooser(operation: OperationData, place: Place): Promise<HTMLElement | undefined> {
  const missing = operation.placeholders.find(({ name }) => !place.params.has(name));
  const parent = findResource(missing?.parent);
  if (missing === undefined || parent === undefined)
    return h('p', { class: 'empty' }, 'Open these records from the record to which they belong.');
  const rows = await findRecords(parent, '', place.params);
  const shown = listShown(parent);
  const choices = rows.map((row) => ({
    id: String(readField(row, missing.by ?? parent.identity, shown) ?? ''),
    text: getLabel(parent, row),
  }));
  if (choices.length === 0)
    return h('p', { class: 'empty' }, `Choose one of the ${parent.title.toLowerCase()} first: you may see none.`);
  const write = (id: string): string => withParams(place, { [missing.name]: id });
  if (choices.length === 1) {
    chosen.set(`${missing.parent} ${missing.name}`, choices[0]!.id);
    return undefined;
  }
  return h(
    'div',
    { class: 'chooser' },
    h('h2', {}, `Of which ${parent.noun}?`),
    h(
      'ul',
      {},
      choices.map(({ id, text }) => h('li', {}, h('a', { href: write(id) }, text))),
    ),
  );
}
