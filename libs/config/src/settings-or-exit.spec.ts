import { SettingsError } from './settings-error';
import { settingsOrExit } from './settings-or-exit';

class Exit extends Error {}

describe('settingsOrExit', () => {
  const printed: string[] = [];
  const ending = {
    print: (text: string) => printed.push(text),
    exit: (code: number): never => {
      throw new Exit(String(code));
    },
  };

  it('returns what was read', () => {
    expect(settingsOrExit(() => 5, ending)).toBe(5);
    expect(printed).toEqual([]);
  });

  it('prints the list and exits 78 when settings cannot be used', () => {
    const read = (): never => {
      throw new SettingsError(['PORT is missing: a port']);
    };
    expect(() => settingsOrExit(read, ending)).toThrow(new Exit('78'));
    expect(printed).toEqual(['The settings cannot be used:\n  PORT is missing: a port']);
  });

  it('lets every other error through', () => {
    const read = (): never => {
      throw new TypeError('a defect');
    };
    expect(() => settingsOrExit(read, ending)).toThrow(new TypeError('a defect'));
  });
});
