import { ApiError, StepUpRequiredError } from '@governance/client';
import { Command, CommanderError, Option } from 'commander';
import { App, type GlobalOptions } from './app';
import { assessmentCommands } from './commands/assessment.command';
import { auditCommands } from './commands/audit.command';
import { campaignsCommands } from './commands/campaigns.command';
import { clientsCommands } from './commands/clients.command';
import { completionCommand } from './commands/completion.command';
import { connectionsCommands } from './commands/connections.command';
import { credentialsCommands } from './commands/credentials.command';
import { doctorCommand } from './commands/doctor.command';
import { logCommands } from './commands/log.command';
import { organizationCommands } from './commands/organization.command';
import { portfolioCommands } from './commands/portfolio.command';
import { resultsCommands } from './commands/results.command';
import { verifyCommand } from './commands/verify.command';
import { type CommandGroup, type RunCommand } from './commands/command-group';
import { sessionCommands } from './commands/session.command';
import { trustRulesCommands } from './commands/trust-rules.command';
import { type Environment } from './config';
import { exitCode } from './exit-code';
import { explain } from './explain';
import { withOptionNames } from './option-names';
import { type Terminal } from './output/terminal';

export interface ProgramOptions {
  readonly version: string;
  readonly environment: Environment;
  readonly terminal: Terminal;
  /** Aborts at Ctrl-C. */
  readonly signal: AbortSignal;
}

const groups: readonly CommandGroup[] = [
  sessionCommands,
  doctorCommand,
  credentialsCommands,
  trustRulesCommands,
  organizationCommands,
  connectionsCommands,
  auditCommands,
  clientsCommands,
  campaignsCommands,
  portfolioCommands,
  resultsCommands,
  assessmentCommands,
  verifyCommand,
  logCommands,
  completionCommand,
];

/** Runs one command line. Resolves to the exit code. */
export async function runProgram(args: readonly string[], options: ProgramOptions): Promise<number> {
  const code = await codeOf(args, options);
  const failure = await options.terminal.written();
  // A reader such as `head` that has seen enough is no error.
  if (failure === undefined || failure.code === 'EPIPE' || code !== exitCode.done) return code;
  options.terminal.fail(`The output cannot be written: ${failure.message}`);
  return exitCode.usage;
}

async function codeOf(args: readonly string[], options: ProgramOptions): Promise<number> {
  const { terminal, signal } = options;
  try {
    await programOf(options).parseAsync([...args], { from: 'user' });
    return exitCode.done;
  } catch (error) {
    // Commander has printed its message; 0 is help and version.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCode.done : exitCode.usage;
    if (signal.aborted || isInterruptedPrompt(error)) return exitCode.interrupted;
    const { message, code } = explain(error);
    terminal.fail(message);
    return code;
  }
}

/** The service names the members of the request: its user knows the options. */
function inOptionNames(error: unknown, { options }: Command): unknown {
  if (!(error instanceof ApiError) || error instanceof StepUpRequiredError) return error;
  const names = options.map(({ long }) => long);
  return new ApiError(withOptionNames(error.description, names), error);
}

/** At a prompt, the terminal sends Ctrl-C as a key, not as a signal. */
function isInterruptedPrompt(error: unknown): boolean {
  return error instanceof Error && error.name === 'ExitPromptError';
}

/** The program with all commands, for running, help and completion. */
export function programOf({ version, environment, terminal, signal }: ProgramOptions): Command {
  const program = new Command('governance')
    .description('Assessments, certificates and machine credentials from the command line')
    .version(version)
    .addOption(new Option('--profile <name>', 'the profile to use'))
    .addOption(new Option('--api-url <url>', 'the platform surface'))
    .addOption(new Option('--public-url <url>', 'the public surface'))
    .addOption(
      new Option('--output <format>', 'the format of results')
        .choices(['table', 'json', 'csv'])
        .default('table'),
    )
    .addOption(new Option('--no-browser', 'do not open a browser to sign in'))
    .addHelpText(
      'after',
      '\nExit codes: 0 done, 1 not valid, 2 invalid input, 3 sign-in, 4 refused, 5 unavailable, 6 not checked',
    )
    .showHelpAfterError('(add --help for help)')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => {
        terminal.result(text);
      },
      writeErr: (text) => {
        terminal.usage(text);
      },
    });
  const run: RunCommand =
    <Arguments extends readonly unknown[]>(work: (app: App, ...args: Arguments) => Promise<unknown>) =>
    async (...args: [...Arguments, Command]) => {
      // Commander passes the command last.
      const command = args.at(-1) as Command;
      const given: unknown = args.slice(0, -1);
      const options = command.optsWithGlobals<GlobalOptions>();
      await work(new App({ environment, terminal, signal, options }), ...(given as Arguments)).catch(
        (error: unknown) => {
          throw inOptionNames(error, command);
        },
      );
    };
  for (const addCommands of groups) addCommands(program, run);
  return program;
}
