import hooks from 'node:async_hooks';

// Imported before `node:test`, whose hook follows every promise to the test that made it: a tenth of the suite's time. Without it, an
// error that nobody catches still fails the process, but its message does not name the test.

const { createHook } = hooks;
hooks.createHook = (callbacks) => createHook({ ...callbacks, trackPromises: false });
