import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

export const workspace = join(__dirname, '../../../../..');
export const manifests = join(workspace, 'docker/kubernetes');
export const namespace = 'governance';

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export const kubectlFile = process.env.KUBECTL ?? 'kubectl';

export function kubectl(...args: readonly string[]): Ended {
  const { status, stdout, stderr } = spawnSync(kubectlFile, args, { encoding: 'utf8' });
  return { code: status, stdout, stderr };
}

/** Applies it as `kubectl` does, and expects neither a refusal nor a warning. */
export function expectApplied(...args: readonly string[]): void {
  const { code, stderr } = kubectl('apply', '--server-side', ...args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
}
