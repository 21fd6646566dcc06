import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StepPlan } from '../operation.ts';
import type { StepName } from '../order.ts';
import { insertHookSteps } from './hook-steps.ts';

const steps = (...names: readonly StepName[]): readonly StepPlan[] => names.map((step) => ({ step, words: step }));
const created = (...names: readonly StepName[]): readonly StepPlan[] =>
  steps(...names).map((step) => ({ ...step, creates: true }));
const hook = (words: string) => [{ words }];

test('the hook of a change comes after all of it, before what the page says of its errors', () => {
  const all = steps('resources/write', 'states/others', 'endpoints/within', 'endpoints/outcome', 'endpoints/answer');
  const words = insertHookSteps({ kind: 'create', steps: all }, hook('hook')).map((step) => step.words);
  assert.deepEqual(words, [
    'resources/write',
    'states/others',
    'hook',
    'endpoints/within',
    'endpoints/outcome',
    'endpoints/answer',
  ]);
});

test('the hook of a deletion comes before it', () => {
  const all = steps('states/others-first', 'resources/write', 'events/record');
  const made = insertHookSteps({ kind: 'delete', steps: all }, hook('hook'));
  assert.deepEqual(
    made.map((step) => step.words),
    ['states/others-first', 'hook', 'resources/write', 'events/record'],
  );
  assert.equal(made[1]!.step, 'endpoints/within-first');
});

test('the hook of a replace comes in both of its branches', () => {
  const all = [
    ...steps('resources/write', 'events/record'),
    ...created('endpoints/input', 'resources/write', 'events/record'),
    ...steps('endpoints/outcome', 'endpoints/answer'),
  ];
  const made = insertHookSteps({ kind: 'replace', steps: all }, hook('own'), hook('new'));
  assert.deepEqual(
    made.map((step) => `${step.words}${step.creates === true ? ' creates' : ''}`),
    [
      'resources/write',
      'events/record',
      'own',
      'endpoints/input creates',
      'resources/write creates',
      'events/record creates',
      'new creates',
      'endpoints/outcome',
      'endpoints/answer',
    ],
  );
});
