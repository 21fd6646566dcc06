import process from 'node:process';

// Read into every server before it starts: it tells who asks how much CPU the process has used, in seconds. The kernel counts
// all threads, those that write to the disk too.

process.on('message', (asked) => {
  if (asked === 'memory') process.send?.(Math.round(process.memoryUsage().rss / 1_048_576));
  if (asked !== 'cpu') return;
  const { user, system } = process.cpuUsage();
  process.send?.((user + system) / 1e6);
});
process.channel?.unref();
