import { get, readNumber, readString, type Tree } from '../../../source/tree.ts';
import type { Draft } from '../contract.ts';
import type { Rate, RateRule } from './contract.ts';

const spans = ['second', 'minute', 'hour', 'day'];

/** `x-kong-plugin-rate-limiting`: the plugin of Kong, for the whole description or for one operation. */
export const kong: RateRule = (draft) => {
  const { api, operations } = draft;
  return [
    ...readPlugin(get(api.root, 'x-kong-plugin-rate-limiting'), ['all'], 'kong'),
    ...operations.flatMap(({ operation, name }) =>
      readPlugin(get(operation.tree, 'x-kong-plugin-rate-limiting'), [name], `kong_${toName(draft, name)}`),
    ),
  ];
};

function toName({ operations }: Draft, name: string): string {
  return String(operations.findIndex((one) => one.name === name) + 1);
}

function readPlugin(plugin: Tree | undefined, appliesTo: readonly string[], name: string): readonly Rate[] {
  const config = get(plugin, 'config');
  const by = get(config, 'limit_by');
  return spans.flatMap((span) => {
    const count = get(config, span);
    if (count === undefined || readNumber(count) === undefined) return [];
    const per = { ip: 'ip', credential: 'credential', consumer: 'credential' }[readString(by) ?? ''];
    return {
      name: `${name}_per_${span}`,
      kind: 'rate' as const,
      value: `${readNumber(count)} per ${span}`,
      per: per ?? 'not shown',
      appliesTo,
      says: per === undefined || by === undefined ? [count] : [count, by],
      because: '`x-kong-plugin-rate-limiting` states it',
    };
  });
}
