/** The program cannot start with these settings. The message lists every problem by name and prints no value. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';

  constructor(readonly problems: readonly string[]) {
    super(['The settings cannot be used:', ...problems].join('\n  '));
  }
}
