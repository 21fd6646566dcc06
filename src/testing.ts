import './library/on-node.ts';

export type { StoredEvent as TestEvent } from './library/events.ts';
export type { Response, Sent, TestClient } from './testing/client.ts';
export { type ClientAsked, openTest, type TestOptions, type TestService } from './testing/service.ts';
export type { TestWebhook, WebhookAnswer } from './testing/told.ts';
