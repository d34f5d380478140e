// The programs in tools/keycloak/clients, ready to run: machines in JavaScript, Go, Python and Java with the usual library of each.
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheFolder } from './keycloak-server.mjs';

const sources = fileURLToPath(new URL('clients', import.meta.url));

/**
 * For each library a `command`, or `missing`: the runtime that this machine lacks. Throws if a library cannot be installed
 * although its runtime is present.
 */
export function prepareClients() {
  mkdirSync(cacheFolder, { recursive: true });
  return {
    'openid-client': { command: [process.execPath, join(sources, 'javascript/client.mjs')] },
    'golang.org/x/oauth2': isPresent('go', 'version') ? goClient() : { missing: 'Go' },
    'Spring Security': isPresent('mvn', '--version') ? javaClient() : { missing: 'Maven' },
    authlib: isPresent('python3', '--version') ? pythonClient() : { missing: 'Python' },
  };
}

function goClient() {
  const program = join(cacheFolder, 'go-client');
  run('go', ['build', '-o', program, '.'], join(sources, 'go'));
  return { command: [program] };
}

function javaClient() {
  const folder = join(cacheFolder, 'java');
  run('mvn', ['--quiet', '--batch-mode', `-Dfolder=${folder}`, 'compile'], join(sources, 'java'));
  return {
    command: [
      'java',
      '-cp',
      [join(folder, 'classes'), join(folder, 'libraries/*')].join(delimiter),
      'Client',
    ],
  };
}

function pythonClient() {
  const environment = join(cacheFolder, 'python');
  const python = join(environment, 'bin/python');
  run('python3', ['-m', 'venv', environment]);
  const quietly = ['--quiet', '--disable-pip-version-check'];
  run(python, ['-m', 'pip', 'install', ...quietly, '-r', join(sources, 'python/requirements.txt')]);
  return { command: [python, join(sources, 'python/client.py')] };
}

function isPresent(command, argument) {
  try {
    execFileSync(command, [argument], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function run(command, args, cwd) {
  execFileSync(command, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] });
}
