import { createWriteStream, mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { argv } from 'node:process';
import { pipeline } from 'node:stream/promises';
import { open, toNodeHandler } from '../src/index.ts';

/** The document of the service whose uploads are measured. */
const document = `# Files

## Resources and their fields

### Item

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| content | file | ..10 GB |

## Endpoints

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Item | POST | /items | \`Item\` | 201 \`Item\` |
| update Item | PUT | /items/{id}/content | \`Item.content\` | 204 |
| read Item | GET | /items/{id}/content | | 200 \`Item.content\` |
`;

const [kind, folder = '.'] = argv.slice(2);

/** Reports where the server listens, and, when the parent asks, the memory and the seconds of CPU that the process has used. */
function report(port: number): void {
  process.send?.({ port });
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    const peak = process.resourceUsage().maxRSS * 1024;
    process.send?.({ peak, now: process.memoryUsage.rss(), cpu: (user + system) / 1e6 });
  });
}

if (kind === 'node:http') {
  mkdirSync(folder, { recursive: true });
  let count = 0;
  const server = createServer((request, response) => {
    void pipeline(request, createWriteStream(join(folder, String(count++)))).then(() => response.writeHead(204).end());
  });
  server.listen(0, '127.0.0.1', () => report((server.address() as AddressInfo).port));
} else {
  const service = await open({
    document,
    store: `sqlite:${join(folder, 'bench.db')}`,
    durability: 'process',
  });
  const server = createServer(toNodeHandler(service));
  server.listen(0, '127.0.0.1', () => report((server.address() as AddressInfo).port));
}
