import { get, listItems, readNumber, readString } from '../../../source/tree.ts';
import type { RateRule } from './contract.ts';
import { formatSpan } from './spans.ts';

/** `x-nonet-limits`: the limits that `nonet generate openapi` writes. */
export const nonet: RateRule = ({ api, operations }) =>
  listItems(get(api.root, 'x-nonet-limits')).flatMap((tree) => {
    const [name, kind, per, code, value] = ['name', 'kind', 'per', 'code', 'value'].map((key) => get(tree, key));
    const [text, kindText] = [readString(name), readString(kind)];
    const [count, time, burst] = ['count', 'milliseconds', 'burst'].map((key) => get(value, key));
    const span = formatSpan((readNumber(time) ?? 0) / 1000);
    const isRate = kindText === 'rate' && readNumber(count) !== undefined && span !== undefined;
    if (text === undefined || !(isRate || (kindText === 'concurrency' && readNumber(value) !== undefined))) return [];
    const counted = operations.filter(({ operation }) =>
      listItems(get(operation.tree, 'x-nonet-limits')).some((one) => readString(one) === text),
    );
    const said = counted.flatMap(({ operation }) =>
      listItems(get(operation.tree, 'x-nonet-limits')).filter((one) => readString(one) === text),
    );
    const more = readNumber(burst) === readNumber(count) || burst === undefined ? '' : `, burst ${readNumber(burst)}`;
    const perText = readString(per) ?? '';
    return {
      name: text,
      kind: isRate ? ('rate' as const) : ('concurrency' as const),
      value: isRate ? `${readNumber(count)} per ${span}${more}` : String(readNumber(value)),
      per: ['', 'credential', 'ip'].includes(perText) ? perText : `caller.${perText}`,
      appliesTo: counted.length === operations.length ? ['all'] : counted.map((one) => one.name),
      ...(readString(code) === undefined ? {} : { code: readString(code)! }),
      says: [
        name,
        kind,
        per,
        code,
        isRate ? count : value,
        isRate ? time : undefined,
        isRate ? burst : undefined,
        ...said,
      ].filter((one) => one !== undefined),
      because: '`x-nonet-limits` states it',
    };
  });
