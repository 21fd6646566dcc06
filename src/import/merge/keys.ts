import type { Part } from './blocks.ts';

/** Returns the key of a row in its table: method and path of an operation, both ends of a scope, else the first cell. */
export function keyOf(row: ReadonlyMap<string, string>): string {
  const [method, path] = [row.get('Method'), row.get('Path')];
  if (method !== undefined && path !== undefined) return `${method} ${path.replace(/\{[^{}]*\}/g, '{}')}`;
  const [from, transition, to] = [row.get('From'), row.get('Transition'), row.get('To')];
  if (transition !== undefined) return [from, transition, to].join(' | ');
  return [...row.values()][0] ?? '';
}

const nameColumns = ['Allows', 'Operations', 'Applies to'];

/** Gives the operations of a page the names that they have in another: a handler may have become a transition there. */
export function renameOperations(page: readonly Part[], other: readonly Part[]): readonly Part[] {
  const names = new Map(listOperations(other));
  const renamed = new Map(
    listOperations(page).flatMap(([key, name]) => {
      const own = names.get(key);
      return own === undefined || own === name ? [] : [[bare(name), bare(own)] as const];
    }),
  );
  const rename = (name: string): string => renamed.get(name) ?? name;
  return page.map(({ title, sections }) => ({
    title,
    sections: sections.map(({ heading, blocks }) => ({
      heading: title === 'Endpoints' ? rename(heading) : heading,
      blocks: blocks.map((block) =>
        block.kind === 'table'
          ? {
              ...block,
              rows: block.rows.map(
                (row) =>
                  new Map(
                    [...row].map(([column, value]) => [
                      column,
                      nameColumns.includes(column) ? value.split(', ').map(rename).join(', ') : value,
                    ]),
                  ),
              ),
            }
          : block,
      ),
    })),
  }));
}

function bare(name: string): string {
  return name.replace(/ \(handler\)$/, '');
}

function listOperations(page: readonly Part[]): readonly (readonly [key: string, name: string])[] {
  return page.flatMap(({ sections }) =>
    sections.flatMap(({ blocks }) =>
      blocks.flatMap((block) =>
        block.kind === 'table' && block.columns[0] === 'Operation'
          ? block.rows.map((row) => [keyOf(row), row.get('Operation') ?? ''] as const)
          : [],
      ),
    ),
  );
}
