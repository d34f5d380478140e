import { spawn } from 'node:child_process';

/**
 * Runs a program to its end and resolves to its standard output. @throws with the end of what it printed if it fails.
 * `onOutput` gets every piece of its output. An aborted `signal` ends the program.
 */
export function run(file, args, { onOutput = () => undefined, ...options } = {}) {
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  let [stdout, both] = ['', ''];
  const take = (text) => {
    both = (both + text).slice(-4_000);
    onOutput(String(text));
  };
  child.stdout.on('data', (text) => {
    stdout += text;
    take(text);
  });
  child.stderr.on('data', take);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (code === 0) resolve(stdout);
      else reject(new Error(`${file} ${args[0] ?? ''} ended with ${code ?? signal}:\n${both.trim()}`));
    });
  });
}
