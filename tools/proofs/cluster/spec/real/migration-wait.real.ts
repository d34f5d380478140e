import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Ended, expectApplied, kubectl, kubectlFile, manifests, namespace, workspace } from './kubectl';

const documentation = readFileSync(join(workspace, 'docs/deployment.md'), 'utf8');

const [commands = ''] =
  /kubectl -n governance wait --for=jsonpath[^]*?--for=condition=complete[^\n]*/.exec(documentation) ?? [];

/** Sets what the controller of jobs would set. */
function end(name: string, isSuccess: boolean): void {
  const at = new Date().toISOString().replace(/\.\d+/, '');
  const condition = (type: string): object => ({
    type,
    status: 'True',
    lastProbeTime: at,
    lastTransitionTime: at,
  });
  const ended = isSuccess
    ? {
        succeeded: 1,
        completionTime: at,
        conditions: [condition('SuccessCriteriaMet'), condition('Complete')],
      }
    : { failed: 4, conditions: [condition('FailureTarget'), condition('Failed')] };
  const status = JSON.stringify({ status: { startTime: at, ...ended } });
  const options = ['--subresource=status', '--type=merge', '-p', status];
  const patched = kubectl('-n', namespace, 'patch', 'job', name, ...options);
  expect(patched).toMatchObject({ code: 0, stderr: '' });
}

/** Runs the commands as documented, one after the other until one fails. */
function waiting(): Promise<Ended> {
  const kubectlHere = `kubectl() { ${kubectlFile} "$@"; }`;
  const child = spawn('bash', ['-ec', `${kubectlHere}\n${commands.replace('--timeout=1m', '--timeout=5s')}`]);
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (text) => (stdout += String(text)));
  child.stderr.on('data', (text) => (stderr += String(text)));
  return new Promise((resolve) =>
    child.once('close', (code) => {
      resolve({ code, stdout, stderr });
    }),
  );
}

describe('the documented wait for the migration', () => {
  const names = ['migrate-surfaces', 'migrate-identity-provider'];

  beforeEach(() => {
    expectApplied('-f', join(manifests, 'base/namespace.yaml'));
    expectApplied('-k', join(manifests, 'migration'));
  });
  afterEach(() => {
    kubectl('-n', namespace, 'delete', 'job', '--all');
  });

  it('ends when every job has succeeded', async () => {
    const ended = waiting();
    for (const name of names) end(name, true);
    expect(await ended).toMatchObject({ code: 0 });
  });

  it('fails when a job has failed, and names it', async () => {
    const ended = waiting();
    end('migrate-surfaces', true);
    end('migrate-identity-provider', false);
    const { code, stderr } = await ended;
    expect(code).toBe(1);
    expect(stderr).toContain('timed out waiting for the condition on jobs/migrate-identity-provider');
  });
});
