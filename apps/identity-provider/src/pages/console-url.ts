export interface ConsolePlace {
  readonly CONSOLE_REDIRECT_URIS: readonly string[];
}

/** Where people open the console. Empty: there is none. */
export function consoleUrlOf({ CONSOLE_REDIRECT_URIS: [callback = ''] }: ConsolePlace): string {
  return callback.replace(/\/callback$/, '');
}
