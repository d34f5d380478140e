import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Settings = Readonly<Record<string, string>>;

describe('the settings of `npm run operate`', () => {
  let stackSettings: (root: string, command: string, env: Settings) => Settings;
  let root: string;
  beforeAll(async () => {
    ({ stackSettings } = (await import(join(__dirname, 'stack-settings.mjs'))) as {
      stackSettings: typeof stackSettings;
    });
    root = mkdtempSync(join(tmpdir(), 'workspace-'));
  });
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
