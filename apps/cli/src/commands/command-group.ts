import { type Command } from 'commander';
import { type App } from '../app';

/** Adds commands to the program. `run` makes the app for the options of the command that runs. */
export type CommandGroup = (program: Command, run: RunCommand) => void;

/** Wraps the work of a command: its arguments are those of commander, without the command itself. */
export type RunCommand = <Arguments extends readonly unknown[]>(
  work: (app: App, ...args: Arguments) => Promise<unknown>,
) => (...args: [...Arguments, Command]) => Promise<void>;

/** Examples below the help of a command. */
export function examples(command: Command, ...lines: readonly string[]): Command {
  return command.addHelpText('after', `\nExamples:\n${lines.map((line) => `  $ ${line}`).join('\n')}`);
}

/** A command that only groups others. */
export function group(program: Command, name: string, description: string): Command {
  return program.command(name).description(description);
}
