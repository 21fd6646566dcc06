import { cell, type Part, row, section } from '../../page/model.ts';
import { getAt, readString } from '../../source/tree.ts';
import type { Api } from '../api.ts';

/** Writes the version of the description as the current one, if the language admits its name. */
export function writeVersioning({ root }: Api): Part {
  const own = section();
  const version = getAt(root, 'info', 'version');
  const text =
    readString(version) ??
    (version?.kind === 'scalar' && typeof version.value === 'number' ? String(version.value) : '');
  if (/^[a-z0-9][A-Za-z0-9_.-]*$/.test(text) && text !== 'current' && text !== 'refused')
    own.tables.push({
      columns: ['Version', 'Status'],
      rows: [row({ Version: cell(text, version), Status: cell('current') })],
    });
  return { part: 'versioning', sections: [own], notes: [] };
}
