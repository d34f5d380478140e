import { settingsOrExit } from '@governance/config';
import { runKeysCommand } from '@governance/keyring';
import { runCommand } from './run-program';

/** What a command of operators works with. */
export interface OperatorCall {
  readonly args: string[];
  readonly now: Date;
  readonly print: (line: string) => void;
}

/** Resolves to its exit code. A rejection is printed as one line on stderr, with exit code 1. */
type Command = (call: OperatorCall) => Promise<number> | number;

const misused = 2;

/** The operators' program of an app: `operate keys rotate` runs the command `keys`, which each app has, with the argument `rotate`. */
export function operate(readKeyringFile: () => string, ownCommands: Readonly<Record<string, Command>>): void {
  const keys: Command = ({ args, ...call }) =>
    runKeysCommand(args, { ...call, file: settingsOrExit(readKeyringFile) });
  const commands = new Map(Object.entries({ keys, ...ownCommands }));
  const [name = '', ...args] = process.argv.slice(2);
  const print = (line: string): void => void process.stdout.write(`${line}\n`);
  const usage = (): number => {
    process.stderr.write(`Usage: operate ${[...commands.keys()].join('|')} [options]\n`);
    return misused;
  };
  runCommand(async () => {
    process.exitCode = await (commands.get(name) ?? usage)({ args, now: new Date(), print });
  });
}
