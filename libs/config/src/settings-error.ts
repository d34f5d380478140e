/** The settings are not valid. The message lists every problem by name and contains no value. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';

  constructor(readonly problems: readonly string[]) {
    super(['The settings cannot be used:', ...problems].join('\n  '));
  }
}
