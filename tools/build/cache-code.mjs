import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeOptions } from './bundle-manifest.mjs';
import { workspace } from './compile-programs.mjs';

/** Of every service and worker, with a database that is not there: that is where each of them ends. */
const settings = {
  ENVIRONMENT: 'development',
  DATABASE_URL: 'postgresql://nobody:nothing@127.0.0.1:9/none',
  PUBLIC_BASE_URL: 'https://assess.example.org',
  PLATFORM_BASE_URL: 'https://api.example.org',
  API_URL: 'https://api.example.org',
  ISSUER: 'https://identity.example.org',
  OIDC_ISSUER: 'https://identity.example.org',
  CLAIMS_NAMESPACE: 'https://governance.example.org/claims/',
  IDENTITY_MANAGEMENT_TOKEN: '0123456789abcdef-0123456789abcdefg',
  MANAGEMENT_TOKEN: '0123456789abcdef-0123456789abcdefg',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'certificates@example.org',
};
const end = 'the database does not answer';

/** Makes the code caches of the programs that run until they are told to stop: those are replaced and scaled. */
export function cacheCode(folder, programs) {
  const keys = mkdtempSync(join(tmpdir(), 'bundle-keys-'));
  try {
    const files = {
      KEYRING_FILE: join(keys, 'keyring.json'),
      ISSUER_KEYS_FILE: join(keys, 'issuer-keys.json'),
    };
    for (const command of programs.filter((each) => ['keys', 'issuer-keys'].includes(each)))
      execFileSync(process.execPath, [join(folder, `${command}.js`), 'init'], { env: files });
    for (const program of programs.filter((each) => each in nodeOptions))
      cacheProgram(folder, program, { ...settings, ...files });
  } finally {
    rmSync(keys, { recursive: true });
  }
}

function cacheProgram(folder, program, env) {
  const maker = join(workspace, 'tools/build/bundle-cache.cjs');
  const args = [...nodeOptions[program], maker, folder, program];
  const { stdout, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
  if (!stdout.includes(end)) throw new Error(`${program} does not get to its database:\n${stdout}${stderr}`);
}
