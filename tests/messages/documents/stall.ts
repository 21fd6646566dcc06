// @ts-nocheck: its types are not generated
// The handlers of stall.md, which are read and not run.

import { implement } from '../../../src/index.ts';

export default implement()({
  before: { 'count Lamp': ({ input }) => input.by },
  after: { 'count Lamp': () => undefined },
  'count Lamp': () => ({ id: 1, watts: 1 }),
  sum: () => ({ watts: 1 }),
  computed: { 'Lamp.watts': (lamps) => lamps.map(() => 60) },
});
