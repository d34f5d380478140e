import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What leads a command to an installation. */
const places = ['DATABASE_URL', 'DATABASE_OWNER_URL', 'KEYRING_FILE', 'ISSUER_KEYS_FILE'];

/** The settings of an operators' command in a running development stack. None if the environment leads it to an installation. */
export function stackSettings(root, command, env) {
  const file = join(root, '.dev/operators.json');
  if (places.some((name) => env[name]) || !existsSync(file)) return {};
  return JSON.parse(readFileSync(file, 'utf8'))[command] ?? {};
}
