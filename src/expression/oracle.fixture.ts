/**
 * Where the language and the oracle `@bufbuild/cel` differ on purpose. While an expression runs, the test notes what
 * it met; a case whose two outcomes differ is excused only by something in this list.
 */
export const differences: Readonly<Record<string, string>> = {
  null: 'null in any use but == and != fails, where CEL finds null unequal to every item of a list',
  overflow: 'an integer that is no int64 stops at 2^53, a number at infinity, where CEL stops at 2^63 and goes on',
  'not convertible': 'int("") and double("a") fail, where the oracle gives 0 and not-a-number',
  'code points': 'strings are ordered by code points, where the oracle orders them by UTF-16 units',
};
