import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stackSettings } from './stack-settings.mjs';

describe('the settings of `npm run operate`', () => {
  const root = mkdtempSync(join(tmpdir(), 'workspace-'));
  afterAll(() => {
    rmSync(root, { recursive: true });
  });

  it('are those of the running stack, unless the environment leads to another installation', () => {
    expect(stackSettings(root, 'keys', {})).toEqual({});
    mkdirSync(join(root, '.dev'));
    const settings = { KEYRING_FILE: '.dev/keyring.json' };
    writeFileSync(join(root, '.dev/operators.json'), JSON.stringify({ keys: settings }));
    expect(stackSettings(root, 'keys', { LOG_LEVEL: 'warn', KEYRING_FILE: '' })).toEqual(settings);
    expect(stackSettings(root, 'keycloak', {})).toEqual({});
    expect(stackSettings(root, 'keys', { DATABASE_URL: 'postgres://elsewhere' })).toEqual({});
  });
});
