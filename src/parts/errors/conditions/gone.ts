import { anywhere, type Condition } from './contract.ts';

/** The record is in a state of kind `gone`, or events before Last-Event-ID are no longer kept (RFC 9110, 15.5.11). */
export const gone: Condition = {
  name: 'gone',
  status: 410,
  absent: true,
  narrowedTo: anywhere,
  foundByCode: true,
  statuses: 'client',
  needs: 'a state of kind `gone`, or `stream events`',
  provokedBy: 'use a record that is gone',
  happened: 'the record, or an event, is no longer stored',
};
