import { runCommand } from './run-program';

/** What a command of operators works with. */
export interface OperatorCall {
  readonly args: string[];
  readonly now: Date;
  readonly print: (line: string) => void;
}

/** Resolves to its exit code. A rejection is printed as one line on stderr, with exit code 1. */
export type OperatorCommand = (call: OperatorCall) => Promise<number> | number;

const misused = 2;

/** The operators' program of an app: `operate keys rotate` runs the command `keys` with the argument `rotate`. */
export function operate(commands: Readonly<Record<string, OperatorCommand>>): void {
  const [name = '', ...args] = process.argv.slice(2);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  runCommand(async () => {
    if (command) {
      const print = (line: string): void => void process.stdout.write(`${line}\n`);
      process.exitCode = await command({ args, now: new Date(), print });
    } else {
      process.stderr.write(`Usage: operate ${Object.keys(commands).join('|')} [options]\n`);
      process.exitCode = misused;
    }
  });
}
