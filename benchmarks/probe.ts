import process from 'node:process';

// A fixed piece of work, run when it is asked for; the answer is the milliseconds of CPU that it took.

const value = { a: [1, 2, 3, 'text'], b: { c: 'more text', d: [true, null, 12.5] } };

process.on('message', () => {
  const before = process.cpuUsage();
  for (let i = 0; i < 24_000; i++) JSON.stringify(value);
  const { user, system } = process.cpuUsage(before);
  process.send?.((user + system) / 1000);
});
