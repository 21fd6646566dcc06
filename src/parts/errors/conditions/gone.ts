import type { Condition } from './contract.ts';
import { anywhere, at, namesRecord } from './places.ts';

/** The record is in a state of kind `gone`, or events before Last-Event-ID are no longer kept (RFC 9110, 15.5.11). */
export const gone: Condition = {
  name: 'gone',
  status: 410,
  absent: true,
  narrowedTo: anywhere,
  foundByCode: true,
  statuses: 'client',
  produced({ service, operations }) {
    const machines = service.states.machines.filter(({ states }) => states.some(({ kind }) => kind?.value === 'gone'));
    const resources = new Set(machines.map((machine) => machine.resource.value));
    return operations
      .filter((operation) => {
        const { resource, standard, verb } = operation.name;
        if (standard === 'stream events') return true;
        return resource !== undefined && resources.has(resource.value) && namesRecord(operation) && verb !== 'create';
      })
      .map((operation) => at(operation));
  },
  needs: 'a state of kind `gone`, or `stream events`',
  words: 'the record, or an event, is no longer kept',
};
