import { SettingsError } from './settings-error';

/** EX_CONFIG of sysexits(3): a supervisor can tell a wrong setting from a crash. */
const configurationError = 78;

interface Ending {
  readonly print: (text: string) => void;
  readonly exit: (code: number) => never;
}

const processEnding: Ending = {
  print: (text) => process.stderr.write(`${text}\n`),
  exit: (code) => process.exit(code),
};

/** Returns the result of `read`. If the settings are not valid, prints the problems to stderr and exits with code 78. */
export function settingsOrExit<Result>(read: () => Result, { print, exit }: Ending = processEnding): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    print(error.message);
    return exit(configurationError);
  }
}
