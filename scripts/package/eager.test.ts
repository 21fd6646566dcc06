import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileEagerly, type FunctionRange } from './eager.ts';

/** Returns the range of each function that a text contains, as V8 reports them. */
const rangesOf = (text: string, ...functions: readonly string[]): FunctionRange[] =>
  functions.map((source) => ({ start: text.indexOf(source), end: text.indexOf(source) + source.length }));

test('an executed declaration becomes a variable that is defined first, with the functions in it in parentheses', () => {
  const text = 'let a=one();async function one(b){return b.map(c=>c)}function*two(){yield 1}export{one,two};\n';
  const ranges = rangesOf(text, 'async function one(b){return b.map(c=>c)}', 'c=>c', 'function*two(){yield 1}');
  assert.equal(
    compileEagerly(text, ranges),
    'var one=(async function(b){return b.map((c=>c))}),\ntwo=(function*(){yield 1});\nlet a=one();export{one,two};\n',
  );
});

test('arrows and expressions get parentheses, and those that were not executed stay as they are', () => {
  const text = 'let a=async b=>(c,d)=>b,e=function(){},f=(function(){})(),g=h=>h;function i(){}\n';
  const ranges = rangesOf(text, 'async b=>(c,d)=>b', '(c,d)=>b', 'function(){}');
  ranges.push({ start: text.indexOf('(function(){})()') + 1, end: text.indexOf(')()') });
  assert.equal(
    compileEagerly(text, ranges),
    'let a=(async b=>((c,d)=>b)),e=(function(){}),f=(function(){})(),g=h=>h;function i(){}\n',
  );
});

test('a method of an object becomes a property', () => {
  const text = 'let a={b(c){return()=>c},async*d(){},async "e-f"(){},*g(){}},h={i(){}};\n';
  const ranges = rangesOf(text, 'b(c){return()=>c}', '()=>c', 'async*d(){}', 'async "e-f"(){}', '*g(){}', 'i(){}');
  const eager = compileEagerly(text, ranges);
  assert.equal(
    eager,
    'let a={b:(function(c){return(()=>c)}),async*d(){},"e-f":(async function(){}),g:(function*(){})},h={i:(function(){})};\n',
  );
  const { b } = new Function(`${eager}return a`)() as { b: (value: number) => () => number };
  assert.deepEqual([b.name, b(1)()], ['b', 1]);
});

test('methods that a property cannot replace stay methods', () => {
  for (const [text, ...functions] of [
    ['let a={b(){return super.c}};\n', 'b(){return super.c}'],
    ['let a={__proto__(){}};\n', '__proto__(){}'],
    ['let a={get b(){return 1},set b(c){}};\n', 'get b(){return 1}', 'set b(c){}'],
    ['class A{b(){}}\n', 'b(){}'],
    ['let a=class{b(){}},c=class extends d.e(f,1){g(){}};\n', 'b(){}', 'g(){}'],
    ['class A extends B{c(){}d(){};e(){}static f(){}#g(){}}\n', 'c(){}', 'd(){}', 'e(){}', 'f(){}', '#g(){}'],
  ] as const) {
    assert.equal(compileEagerly(text, rangesOf(text, ...functions)), text);
  }
});

test('methods of classes, and declarations inside of functions and blocks stay where they are', () => {
  const text = 'class A{b(){}functions(){}}let f=()=>{function g(){}return g};{function h(){}}\n';
  const ranges = rangesOf(text, 'b(){}', 'functions(){}', 'function g(){}', 'function h(){}');
  assert.equal(compileEagerly(text, ranges.slice(0, 2)), text);
  assert.equal(
    compileEagerly(text, [...rangesOf(text, '()=>{function g(){}return g}'), ...ranges.slice(2)]),
    text.replace('()=>{function g(){}return g}', '(()=>{function g(){}return g})'),
  );
});
