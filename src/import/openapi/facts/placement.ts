import { cell, row } from '../../page/model.ts';
import { get, getAt, listItems, type Tree } from '../../source/tree.ts';
import type { Api, ApiParameter } from '../api.ts';
import type { ParameterRule } from './contract.ts';
import { listParameterSays, loseRest } from './headers.ts';

/** A header or query parameter named after a version names the version, if every operation has it. */
export const placement: ParameterRule = {
  find(api) {
    const found = api.operations.flatMap((operation) => {
      const parameter = operation.parameters.find((one) => isVersion(one, api));
      return parameter === undefined ? [] : [{ operation, parameter }];
    });
    const names = new Set(found.map(({ parameter }) => `${parameter.in} ${parameter.name} ${parameter.isRequired}`));
    return found.length === api.operations.length && found.length > 0 && names.size === 1 ? found : [];
  },
  write(taken, { sections, losses, say }) {
    const { name, in: place, isRequired, tree } = taken[0]!.parameter;
    say(tree, `${place} ${name} names the version, because every operation has it`);
    const says = taken.flatMap(({ parameter }) => listParameterSays(parameter));
    for (const { parameter } of taken) loseRest(losses, parameter);
    sections.placement.tables.push({
      columns: ['Sent in', 'Name', 'When absent'],
      rows: [
        row({
          'Sent in': cell(place),
          Name: cell(name, ...says),
          'When absent': cell(
            isRequired ? 'refused' : 'current',
            ...taken.map(({ parameter }) => get(parameter.tree, 'required')),
          ),
        }),
      ],
    });
  },
};

/** Whether a parameter has the name of a version, and no value but the version of the description. */
function isVersion({ name, in: place, schema }: ApiParameter, { root }: Api): boolean {
  if ((place !== 'header' && place !== 'query') || !/^([a-z0-9]+-)*(api-?)?version$/i.test(name)) return false;
  if (place === 'query' && !/^api-?version$/i.test(name)) return false;
  const version = read(getAt(root, 'info', 'version'));
  const values = [...listItems(get(schema, 'enum')), get(schema, 'const'), get(schema, 'default')];
  return version !== undefined && values.every((value) => value === undefined || read(value) === version);
}

function read(tree: Tree | undefined): string | undefined {
  return tree?.kind === 'scalar' ? String(tree.value) : undefined;
}
