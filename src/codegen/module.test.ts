import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createModuleText } from './module.ts';

test('functions that are linked later call earlier ones and use constants, whatever other words their texts have', () => {
  const module = createModuleText();
  const two = module.constant(() => 2);
  const double = module.declare('n', `return n * ${two}();`);
  module.link();
  const earlier = module.linked(double);
  const later = module.declare('n', `const c05 = 'f7 c9 ${two}'; return ${double}(n) + c05.length;`);
  const recursive = module.reserve('n');
  recursive.body(`return n === 0 ? 0 : 1 + ${recursive.name}(n - 1);`);
  module.link();
  assert.equal(module.linked(later)(4), 16);
  assert.equal(module.linked(recursive.name)(3), 3);
  assert.equal(module.linked(double), earlier);
  module.link();
  assert.equal(module.linked(later)(4), 16);
});

test('functions that are declared after a fault are compiled without those before it', () => {
  const module = createModuleText();
  const unfinished = module.reserve('n');
  module.link();
  assert.throws(() => module.linked(unfinished.name)(1), /the function f0 has no body/);
  const wrong = module.declare('n', 'return n +;');
  assert.throws(() => module.link(), SyntaxError);
  const right = module.declare('n', 'return n + 1;');
  module.link();
  assert.equal(module.linked(right)(1), 2);
  assert.throws(() => module.linked(wrong), /has no function f1/);
});

test('a function that is not linked yet is not found', () => {
  const module = createModuleText();
  const name = module.declare('', 'return 1;');
  assert.throws(() => module.linked(name), /has no function f0/);
});
