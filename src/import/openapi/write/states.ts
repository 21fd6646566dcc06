import { cell, type Row, row, type Section, section, words } from '../../page/model.ts';
import { formatMeaning } from '../../page/text.ts';
import { get, listItems, readString, type Tree } from '../../source/tree.ts';
import type { Schemas } from '../model.ts';
import { readMarks } from '../objects.ts';
import type { Machine } from '../rules/states.ts';

/** Writes the states of a resource. Their transitions are not in a description. */
export function writeStates(name: string, { states }: Machine): Section {
  const own = section(words(name));
  own.tables.push({
    columns: ['State', 'Kind', 'Meaning'],
    rows: states.map((state) =>
      row({
        State: cell(state.name, ...state.says),
        Kind: cell(state.kind, ...state.kindSays),
        Meaning: cell(formatMeaning(readString(state.meaning) ?? ''), state.meaning),
      }),
    ),
  });
  return own;
}

/** Writes the row of the field that is the state. */
export function writeStateField(
  schemas: Schemas,
  text: string,
  {
    property,
    shown,
    stated,
  }: { readonly property: Tree; readonly shown: Tree | undefined; readonly stated: Tree | undefined },
): Row {
  const { meaning } = readMarks({ ...schemas, losses: { lose: () => undefined, rename: () => undefined } }, property);
  const { typeSays, refs, keywords } = schemas.facetsOf(property);
  const [machine] = listItems(stated);
  schemas.losses.lose(
    get(machine, 'transitions'),
    'transitions not shown',
    'A description has no conditions and effects of transitions that can be read.',
  );
  const readOnly = keywords.get('readOnly');
  return row({
    Field: cell(text, shown, get(machine, 'field')),
    Type: cell('state', ...typeSays, ...refs, ...(readOnly === undefined ? [] : [readOnly])),
    Constraints: cell(''),
    Meaning: meaning,
  });
}
