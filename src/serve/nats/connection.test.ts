import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type NatsReply, openNatsFake } from '../../../tests/support/nats-fake.ts';
import { connectNats } from './connection.ts';

test('why a message was not kept is said for each reply of a server', async (t) => {
  const fake = await openNatsFake();
  t.after(() => fake.close());
  const publish = async (reply: NatsReply, body = '{}'): Promise<string | undefined> => {
    fake.reply = reply;
    const link = await connectNats({ servers: [fake.address] });
    const message = { subject: 'jobs.made', id: 'evt_1', headers: {}, body };
    const published = await link.publish(message as never, 100);
    await link.close();
    return published.kept ? undefined : published.problem;
  };
  assert.equal(await publish('kept'), undefined);
  assert.equal(await publish('no responders'), 'no stream of the NATS server has the subject jobs.made');
  assert.equal(await publish('foreign'), 'the subscriber of the subject jobs.made is not a stream');
  assert.equal(await publish('full'), 'the stream rejected it: maximum messages exceeded');
  assert.equal(await publish('too large'), 'it exceeds the maximum size of the stream');
  assert.equal(await publish('kept', 'x'.repeat(10_001)), 'it exceeds the maximum size of the server');
  assert.equal(await publish('silent'), 'no stream has acknowledged it within 0.1 seconds');
  assert.equal(await publish('denied'), 'the NATS server does not permit publishing to jobs.made');
  assert.match((await publish('gone'))!, /^the connection to the NATS server ended: /);
});

test('a connection that ended says why', async (t) => {
  const fake = await openNatsFake();
  t.after(() => fake.close());
  const link = await connectNats({ servers: [fake.address] });
  await link.close();
  assert.equal(await link.ended, 'it was closed');
});
