import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

// Answers everything by one constant refusal: what Node's own HTTP server needs for that.

const body = JSON.stringify({ type: 'about:blank', title: 'Too Many Requests', status: 429, instance: 'x'.repeat(45) });
const server = createServer((_, response) => {
  response.writeHead(429, [
    'Content-Type',
    'application/problem+json',
    'Retry-After',
    '60',
    'Content-Length',
    `${body.length}`,
  ]);
  response.end(body, 'latin1');
});
server.listen(0, '127.0.0.1', () =>
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`),
);
process.once('SIGTERM', () => process.exit(0));
