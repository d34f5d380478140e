import { type App } from './app';
import { CommandError } from './command-error';
import { plainText } from './output/plain-text';

/** Asks before something that cannot be undone. @throws CommandError if the user says no or cannot be asked. */
export async function confirmed(
  app: App,
  question: string,
  options: { readonly yes?: boolean },
): Promise<void> {
  if (options.yes === true) return;
  if (!app.terminal.isInteractive) throw new CommandError(`${question} Give --yes to confirm`);
  const { confirm } = await import('@inquirer/prompts');
  const context = { output: app.terminal.promptOutput, signal: app.signal };
  if (!(await confirm({ message: plainText(question), default: false }, context)))
    throw new CommandError('Nothing was changed');
}

/** A value that was not given as an option. @throws CommandError if the user cannot be asked. */
export async function asked(
  app: App,
  value: string | undefined,
  { option, message }: { readonly option: string; readonly message: string },
): Promise<string> {
  if (value !== undefined) return value;
  if (!app.terminal.isInteractive) throw new CommandError(`Give ${option}`);
  const { input } = await import('@inquirer/prompts');
  return input({ message, required: true }, { output: app.terminal.promptOutput, signal: app.signal });
}
