import assert from 'node:assert/strict';
import { test } from 'node:test';
import { choosePasskeyScope } from './passkey-settings.ts';

test('passkeys are for the origin of the base URL, or for localhost, unless a setting says otherwise', () => {
  const chosen = [
    [{}, 'https://api.example.com/v1', undefined, ['https://api.example.com'], 'api.example.com'],
    [{}, '', 'http://127.0.0.1:3000', ['http://localhost:3000'], 'localhost'],
    [{}, 'http://127.0.0.1:8080/v1', undefined, ['http://localhost:8080'], 'localhost'],
    [{}, '', undefined, ['http://localhost'], 'localhost'],
    [{ domain: 'example.com' }, 'https://api.example.com', undefined, ['https://api.example.com'], 'example.com'],
    [{ origins: ['https://a.example'] }, 'https://api.example.com', undefined, ['https://a.example'], 'a.example'],
    [{ origins: [] }, 'https://api.example.com', undefined, ['https://api.example.com'], 'api.example.com'],
    [
      { origins: ['android:apk-key-hash:abc', 'https://a.example:8443'] },
      '',
      undefined,
      ['android:apk-key-hash:abc', 'https://a.example:8443'],
      'a.example',
    ],
  ] as const;
  for (const [settings, base, local, origins, domain] of chosen)
    assert.deepEqual(choosePasskeyScope(settings, base, local), { origins, domain });
});
