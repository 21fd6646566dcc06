import { type Cell, cell, row, type Section, section } from '../../page/model.ts';
import { get, getAt, listItems, readString, type Tree } from '../../source/tree.ts';
import type { Api } from '../api.ts';

/** Writes the version of the description as the current one, if the language admits its name. */
export function writeVersions({ root }: Api): Section {
  const own = section();
  const version = getAt(root, 'info', 'version');
  const text =
    readString(version) ??
    (version?.kind === 'scalar' && typeof version.value === 'number' ? String(version.value) : '');
  if (/^[a-z0-9][A-Za-z0-9_.-]*$/.test(text) && text !== 'current' && text !== 'refused')
    own.tables.push({
      columns: ['Version', 'Status', 'Released'],
      rows: [row({ Version: cell(text, version), Status: cell('current'), Released: readReleased(root, text) })],
    });
  return own;
}

/** Reads when a version was released, from `x-nonet-versions`. */
function readReleased(root: Tree, name: string): Cell {
  const own = listItems(get(root, 'x-nonet-versions')).find((one) => readString(get(one, 'name')) === name);
  const released = get(own, 'released');
  return cell(readString(released) ?? '', released, get(own, 'name'), get(own, 'status'));
}
