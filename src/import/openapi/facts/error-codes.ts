import { enumerate } from '../../../text/enumerate.ts';
import { cell, type Row, row } from '../../page/model.ts';
import { get, listEntries, listItems, readString, type Tree } from '../../source/tree.ts';
import type { ApiResponse } from '../api.ts';
import { findMedia } from '../bodies.ts';
import type { Schemas } from '../model.ts';
import { normalize } from '../rules/contract.ts';
import { isError } from '../write/errors.ts';
import type { FactRule } from './contract.ts';
import { findCode, findErrorSchema } from './error-body.ts';

/** The codes of errors: a fixed value in the schema of a response, and the value that an example of a response has. */
export const errorCodes: FactRule = ({ operations, schemas, sections, losses, say }) => {
  const found = new Map<string, { readonly status: string; readonly says: Set<Tree> }>();
  for (const { operation } of operations) {
    for (const response of operation.responses.filter(isError)) {
      if (!/^4[0-9][0-9]$/.test(response.status)) continue;
      for (const tree of listCodes(schemas, response)) {
        const code = readString(tree)!;
        const own = found.get(code) ?? { status: response.status, says: new Set<Tree>() };
        if (own.status === response.status) own.says.add(tree);
        found.set(code, own);
      }
    }
  }
  const [first] = found.values();
  if (first !== undefined)
    say(
      [...first.says][0]!,
      `${enumerate(found.size > 12 ? [...[...found.keys()].slice(0, 12), 'others'] : [...found.keys()], 'and')} ${found.size === 1 ? 'is a code' : 'are codes'} of errors, because responses name them`,
    );
  const rows: Row[] = [...found].map(([code, { status, says }]) => {
    losses.keep(...says);
    return row({ Code: cell(code, ...says), Status: cell(status), Condition: cell('not shown') });
  });
  sections.errors.tables[0]!.rows.push(...rows);
};

function listCodes(schemas: Schemas, response: ApiResponse): readonly Tree[] {
  const media = findMedia(response.content, 'json');
  const examples = [
    get(media?.tree, 'example'),
    ...listEntries(get(media?.tree, 'examples')).map(([, one]) => get(one, 'value')),
  ];
  const named = examples.flatMap((one) => (one === undefined ? [] : (findCode(one) ?? [])));
  const schema = findErrorSchema(schemas, response);
  const fixed = schema === undefined ? undefined : findFixed(schemas, schema);
  return [...(fixed === undefined ? [] : [fixed]), ...named].filter((tree) =>
    /^[A-Za-z][A-Za-z0-9_.-]*$/.test(readString(tree)!),
  );
}

/** Returns the only value of the member `code` of a schema. */
function findFixed(schemas: Schemas, schema: Tree): Tree | undefined {
  const { properties, overridden } = schemas.facetsOf(schema);
  for (const [name, property] of [...properties, ...overridden.map((tree) => [String(tree.key), tree] as const)]) {
    const { keywords } = schemas.facetsOf(property);
    const all = keywords.get('const') === undefined ? listItems(keywords.get('enum')) : [keywords.get('const')!];
    if (['code', 'errorcode'].includes(normalize(name)) && all.length === 1 && readString(all[0]) !== undefined)
      return all[0];
  }
  return undefined;
}
