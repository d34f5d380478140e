import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/**
 * Runs a program in the foreground and forwards signals. Resolves to its exit code; as in a shell, to 128 + the signal's
 * number if a signal ended it, and to 127 if it cannot be started.
 */
export function runProgram(file, args, { stdout = 'inherit' } = {}) {
  const child = spawn(file, args, { stdio: ['inherit', stdout, 'inherit'] });
  const forwarded = process.stdin.isTTY ? ['SIGTERM', 'SIGHUP'] : ['SIGTERM', 'SIGHUP', 'SIGINT'];
  const forward = (signal) => child.kill(signal);
  // A terminal also sends Ctrl-C to the child: forwarding it would be a second signal, which means "stop at once".
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
