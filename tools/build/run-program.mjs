import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/**
 * Runs a program in the foreground and hands on the signals we get. Resolves to its exit code; a program that a signal
 * ended counts as 128 + the signal's number, as in a shell, and one that cannot be started as 127.
 */
export function runProgram(file, args, { stdout = 'inherit' } = {}) {
  const child = spawn(file, args, { stdio: ['inherit', stdout, 'inherit'] });
  const forwarded = process.stdin.isTTY ? ['SIGTERM', 'SIGHUP'] : ['SIGTERM', 'SIGHUP', 'SIGINT'];
  const forward = (signal) => child.kill(signal);
  // A terminal sends Ctrl-C to the child as well: a second copy would mean "at once" where the first means "please stop".
  const ignore = () => undefined;
  for (const signal of forwarded) process.on(signal, forward);
  process.on('SIGINT', ignore);
  return new Promise((resolve) => {
    const end = (code) => {
      for (const signal of forwarded) process.off(signal, forward);
      process.off('SIGINT', ignore);
      resolve(code);
    };
    child.on('error', ({ message }) => {
      console.error(message);
      end(127);
    });
    child.on('exit', (code, signal) => end(code ?? 128 + constants.signals[signal]));
  });
}
