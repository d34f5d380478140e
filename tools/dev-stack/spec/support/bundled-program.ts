import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

export const workspace = join(__dirname, '..', '..', '..', '..');

/** A program of the development stack as built, without the parts that only Nest needs. */
export function bundledProgram(name: string): string {
  const flags = ['--bundle', '--platform=node', '--packages=external', '--log-level=error'];
  const entry = join(workspace, 'tools', 'dev-stack', 'src', `${name}.ts`);
  return execFileSync(join(workspace, 'node_modules/esbuild/bin/esbuild'), [...flags, entry], {
    cwd: workspace,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
}
