import { get, getAt, listEntries, listItems, readNumber, readString } from '../../../source/tree.ts';
import type { RateRule } from './contract.ts';

const spans = new Map([
  ['s', 'second'],
  ['min', 'minute'],
  ['h', 'hour'],
  ['d', 'day'],
]);

/** `x-google-management`: quotas of Google Cloud Endpoints, and `x-google-quota` of the operations that use them. */
export const googleQuota: RateRule = ({ api, operations }) =>
  listItems(getAt(api.root, 'x-google-management', 'quota', 'limits')).flatMap((tree) => {
    const [name, metric, unit, value] = [
      get(tree, 'name'),
      get(tree, 'metric'),
      get(tree, 'unit'),
      getAt(tree, 'values', 'STANDARD'),
    ];
    const span = spans.get(/^1\/(s|min|h|d)\b/.exec(readString(unit) ?? '')?.[1] ?? '');
    const text = readString(metric);
    if (span === undefined || text === undefined || value === undefined || readNumber(value) === undefined) return [];
    const counted = operations.flatMap(({ operation, name: own }) => {
      const cost = listEntries(getAt(operation.tree, 'x-google-quota', 'metricCosts')).find(
        ([key]) => key === text,
      )?.[1];
      return cost !== undefined && readNumber(cost) === 1 ? [{ own, cost }] : [];
    });
    return {
      name: (readString(name) ?? text).replace(/[^A-Za-z0-9_.-]+/g, '_'),
      kind: 'rate' as const,
      value: `${readNumber(value)} per ${span}`,
      per: 'not shown',
      appliesTo: counted.map(({ own }) => own),
      says: [...(name === undefined ? [] : [name]), value, unit!, metric!, ...counted.map(({ cost }) => cost)],
      because: '`x-google-management` states it',
    };
  });
