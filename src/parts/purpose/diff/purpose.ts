import { compatible, unclear } from '../../../diff/rule.ts';
import { changed, createItemFinds, defineRules, type Subject } from '../../../diff/table.ts';
import type { Comparison } from '../../diff/comparison.ts';

const purpose: Subject<Comparison> = { part: 'purpose' };

const inScope = createLineItems('inScope');
const outOfScope = createLineItems('outOfScope');

function createLineItems(fact: 'inScope' | 'outOfScope') {
  return createItemFinds<Comparison>(
    ({ service }) => service.purpose[fact].map(({ text }) => text),
    ({ service }, line) => service.purpose[fact].find(({ text }) => text === line)?.span,
  );
}

/** The scope of the service in two documents. */
export const purposeRules = defineRules(purpose, {
  'prose-changed': {
    differs: 'the description of the service is different',
    requests: compatible,
    answers: compatible,
    where: 'What the service does',
    at: ({ service }) => service.purpose.prose[0] ?? service.summary[0],
    find: changed(({ plan }) => [plan.summary, plan.purpose.prose], 'the description of the purpose changes'),
  },
  'name-changed': {
    differs: 'the service is renamed',
    requests: compatible,
    answers: unclear('A client that shows the name, or reads it where an event or the docs give it.'),
    where: 'name',
    at: ({ service }) => service.name?.span,
    find: changed('name', ({ old, now }) => `the service is renamed to ${now.plan.name}, previously ${old.plan.name}`),
  },
  'scope-added': {
    differs: 'the service does something more',
    requests: compatible,
    answers: compatible,
    where: 'In scope',
    find: inScope.added((line) => `in scope: ${line}`),
  },
  'scope-removed': {
    differs: 'the service no longer does something',
    requests: unclear('A client that relies on it.'),
    where: 'In scope',
    find: inScope.removed((line) => `no longer in scope: ${line}`),
  },
  'out-of-scope-added': {
    differs: 'the service says that it does not do something',
    requests: unclear('A client that relied on it.'),
    where: 'Out of scope',
    find: outOfScope.added((line) => `out of scope: ${line}`),
  },
  'out-of-scope-removed': {
    differs: 'the service no longer says that it does not do something',
    requests: compatible,
    where: 'Out of scope',
    find: outOfScope.removed((line) => `no longer out of scope: ${line}`),
  },
  'contact-changed': {
    differs: 'the contact of the service changes',
    requests: compatible,
    answers: compatible,
    where: 'Contact',
    at: ({ service }) => service.purpose.contact?.span,
    find: changed(({ plan }) => plan.purpose.contact, 'the contact is different'),
  },
  'terms-changed': {
    differs: 'the terms of use are different',
    requests: unclear('A client whose use the older terms allowed.'),
    where: 'Terms',
    at: ({ service }) => service.purpose.terms?.span,
    find: changed(({ plan }) => plan.purpose.terms, 'the terms are different'),
  },
  'website-changed': {
    differs: 'the website of the service changes',
    requests: compatible,
    answers: compatible,
    where: 'Website',
    at: ({ service }) => service.purpose.website?.span,
    find: changed(({ plan }) => plan.purpose.website, 'the website is different'),
  },
  'brand-changed': {
    differs: 'the logo or the color of the documentation changes',
    requests: compatible,
    answers: compatible,
    where: 'Logo, Color',
    at: ({ service: { purpose: own } }) => own.logo?.span ?? own.color?.span,
    find: changed(({ plan }) => [plan.purpose.logo, plan.purpose.color], 'the logo or the color is different'),
  },
});
