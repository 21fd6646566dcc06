import type { CellText, Token } from '../../../markdown/cells/cell.ts';
import { toTokenName } from '../../../markdown/cells/readers.ts';
import { type Name, sliceSourceText } from '../../../text/location.ts';
import { findNearest } from '../../../text/nearest.ts';
import { present } from '../../../text/present.ts';
import type { TargetModel } from '../model.ts';
import type { Delivery, WrongTarget } from './contract.ts';
import { createTextHeader, traceparent } from './headers.ts';

const signature = createTextHeader('Signatures with spaces between them; verify one by Standard Webhooks.');

/** A POST to each subscription's address, or to an address of the settings. */
export const webhook: Delivery = {
  name: 'webhook',
  form: '`each WebhookEndpoint at url`, optionally with `where` and a condition in a code span, or `setting <name>`',
  pushes: true,
  words: {
    is: 'a request to each subscriber',
    channel: 'Webhooks',
    action: 'Call webhooks',
    sentence: 'The service posts each event to its subscribers.',
  },
  binding: { http: { method: 'POST', bindingVersion: '0.3.0' } },
  headers: ({ signed }) => ({
    type: 'object',
    description: 'The headers of Standard Webhooks 1.0.0.',
    required: ['webhook-id', 'webhook-timestamp', ...(signed === 'always' ? ['webhook-signature'] : [])],
    properties: {
      'webhook-id': createTextHeader('The ID of the event: the same on every attempt.'),
      'webhook-timestamp': createTextHeader('When this attempt was made, in seconds since 1970.'),
      ...(signed === 'never' ? {} : { 'webhook-signature': signature }),
      traceparent,
    },
  }),
  read(to) {
    const [first, second] = to.tokens as [Token, ...Token[]];
    if (first.text === 'each') return readEach(to);
    if (first.text !== 'setting') {
      return createWrongTarget(first, 'neither `each` nor `setting`', findNearest(first.text, ['each', 'setting']));
    }
    if (second === undefined) return { wrong: 'the name of the setting is missing', span: to.span };
    if (!/^[A-Za-z][A-Za-z0-9_.-]*$/.test(second.text)) return createWrongTarget(second, 'not the name of a setting');
    const third = to.tokens[2];
    if (third !== undefined) return createWrongTarget(third, 'not expected');
    return { kind: 'setting', name: { value: second.text, span: second.span }, span: to.span };
  },
  right: [
    { text: 'each WebhookEndpoint at url', kind: 'each' },
    { text: 'each WebhookEndpoint at config.url where `shop == event.shop`', kind: 'each' },
    { text: 'setting partner_url', kind: 'setting' },
  ],
  wrong: [
    { text: 'every WebhookEndpoint at url', at: 'every' },
    { text: 'each WebhookEndpoint in url', at: 'in' },
    { text: 'each WebhookEndpoint at url when `a == 1`', at: 'when' },
    { text: 'each WebhookEndpoint at url where a', at: 'a' },
    { text: 'setting', at: 'setting' },
    { text: 'each', at: 'each' },
    { text: 'setting a b', at: 'b' },
  ],
};

function createWrongTarget({ text, span }: Token, why: string, suggestion?: string): WrongTarget {
  return { wrong: `\`${text}\` is ${why}`, span, ...present({ suggestion }) };
}

function readEach(to: CellText): TargetModel | WrongTarget {
  const [, resource, at, path, where, condition, more] = to.tokens;
  if (resource === undefined) return { wrong: 'the resource of the subscriptions is missing', span: to.span };
  if (at?.text !== 'at') {
    return at === undefined
      ? { wrong: '`at` and the field with the URL are missing', span: to.span }
      : createWrongTarget(at, 'not the word `at`', 'at');
  }
  if (path === undefined) return { wrong: 'the field with the URL is missing', span: to.span };
  const each = { kind: 'each', resource: toTokenName(resource), at: splitDottedNames(path), span: to.span } as const;
  if (where === undefined) return each;
  if (where.text !== 'where') return createWrongTarget(where, 'not the word `where`', 'where');
  if (condition === undefined) return { wrong: 'the condition is missing', span: where.span };
  if (condition.kind !== 'code') return createWrongTarget(condition, 'not a condition in a code span');
  if (more !== undefined) return createWrongTarget(more, 'not expected');
  return { ...each, where: condition.words };
}

function splitDottedNames(token: Token): Name[] {
  const names: Name[] = [];
  let from = 0;
  for (const value of token.text.split('.')) {
    names.push({ value, span: sliceSourceText(token.words, from, from + value.length).span });
    from += value.length + 1;
  }
  return names;
}
