import type { StepDefinition } from '../../../contracts/definition.ts';
import { createHashing } from '../serve/password.ts';
import { sendsPasswords } from '../serve/sent-passwords.ts';

/** Hashes the passwords that a request sends, before its transaction. A handler gets them as they were sent. */
export const password: StepDefinition = {
  plan({ plan, operation, older }) {
    if (operation.kind === 'handler') return [];
    const olderTypes = plan.versioning.older?.find(({ name }) => name === older?.version)?.interface;
    const isOlder = older !== undefined && olderTypes !== undefined && sendsPasswords(olderTypes, older.operation);
    if (!isOlder && !sendsPasswords(plan, operation)) return [];
    return [{ words: 'hash the passwords of the request', line: operation.line }];
  },
  create: createHashing,
};
