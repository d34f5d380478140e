import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The public surface whose certificates are accepted by default: that of the settings, or of a running development stack. */
export function nearestIssuer(root, env) {
  const given = env.GOVERNANCE_PUBLIC_URL || env.PUBLIC_BASE_URL;
  if (given) return given;
  const description = join(root, '.dev/stack.json');
  return existsSync(description) ? JSON.parse(readFileSync(description, 'utf8')).publicUrl : undefined;
}
