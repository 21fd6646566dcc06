import type { LossSink } from '../../ledger/ledger.ts';
import { cell, type Row, row, words } from '../../page/model.ts';
import { get, listEntries, type Tree } from '../../source/tree.ts';
import type { Api, ApiParameter } from '../api.ts';
import type { Draft, Taken } from './contract.ts';

/** Lists the headers of operations whose names match a pattern. */
export function findHeaders({ operations }: Api, pattern: RegExp): readonly Taken[] {
  return operations.flatMap((operation) =>
    operation.parameters
      .filter((parameter) => parameter.in === 'header' && pattern.test(parameter.name))
      .map((parameter) => ({ operation, parameter })),
  );
}

/**
 * Writes a row for each header among the parameters, with the operations that take it. `column` is the column of the header. Says
 * `because` of each header.
 */
export function writeHeaderRows(
  taken: readonly (Taken & { readonly name: string })[],
  { losses, say }: Draft,
  column: string,
  because: string,
): readonly Row[] {
  const groups = Map.groupBy(taken, ({ parameter: { name, isRequired } }) => `${isRequired} ${name.toLowerCase()}`);
  return [...groups.values()].map((group) => {
    const { name, isRequired, tree } = group[0]!.parameter;
    say(tree, `the header ${name} ${because}`);
    for (const { parameter } of group) loseRest(losses, parameter);
    return row({
      Operations: { items: group.map((one) => words(one.name)), joint: ', ' },
      [column]: cell(`header ${name}`, ...group.flatMap(({ parameter }) => listParameterSays(parameter))),
      'When absent': cell(
        isRequired ? 'refused' : 'allowed',
        ...group.map(({ parameter }) => get(parameter.tree, 'required')),
      ),
    });
  });
}

const stated = ['name', 'in', 'required'];

/** Records what a row of another part does not state of a parameter: its text and its schema. */
export function loseRest(losses: LossSink, { tree }: ApiParameter): void {
  for (const [key, member] of listEntries(tree))
    if (!stated.includes(key) && !key.startsWith('x-'))
      losses.lose(
        member,
        'the name of the header',
        'Nonet knows what this header means, and the page states its name alone.',
      );
}

/** Returns the facts of a parameter that a row states: its name and its place. */
export function listParameterSays({ tree, refs }: ApiParameter): readonly Tree[] {
  return [...refs, ...['name', 'in'].flatMap((key) => get(tree, key) ?? [])];
}
