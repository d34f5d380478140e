import { exitCode, type ExitCode } from './exit-code';

/** Ends a command with a sentence for the user. */
export class CommandError extends Error {
  override readonly name = 'CommandError';

  constructor(
    message: string,
    readonly code: ExitCode = exitCode.usage,
  ) {
    super(message);
  }
}
