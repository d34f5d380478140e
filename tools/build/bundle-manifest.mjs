import { copyFileSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { workspace } from './compile-programs.mjs';
import { lockProblems } from './lock-problems.mjs';
import { runProgram } from './run-program.mjs';

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** The package.json of a bundle: the workspace's version, and the installed version of each package. */
export function manifestOf({ name, programs, packages }) {
  const { version, license } = readJson(join(workspace, 'package.json'));
  const lock = readJson(join(workspace, 'package-lock.json'));
  const script = (program) => [program === 'main' ? 'start' : program, `node ${program}.js`];
  return {
    name,
    version,
    private: true,
    license,
    engines: { node: '>=24.11' },
    scripts: Object.fromEntries(programs.map(script)),
    dependencies: Object.fromEntries(
      packages.map((each) => [each, lock.packages[`node_modules/${each}`].version]),
    ),
  };
}

/**
 * The lock file of a manifest: npm extracts the needed entries from the workspace's lock, so that it neither resolves
 * versions nor contacts a registry.
 */
export async function lockOf(manifest) {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'bundle-lock-'));
  writeFileSync(join(folder.path, 'package.json'), JSON.stringify(manifest));
  const lock = join(folder.path, 'package-lock.json');
  copyFileSync(join(workspace, 'package-lock.json'), lock);
  const options = [
    '--package-lock-only',
    '--ignore-scripts',
    '--offline',
    '--omit-lockfile-registry-resolved',
  ];
  const place = ['--prefix', folder.path, '--loglevel=error'];
  const code = await runProgram('npm', ['install', ...place, ...options], { stdout: 'ignore' });
  if (code !== 0) throw new Error(`npm did not write a lock for ${manifest.name}`);
  const text = readFileSync(lock, 'utf8');
  const problems = lockProblems(JSON.parse(text));
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return text;
}
