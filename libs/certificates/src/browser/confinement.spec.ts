import { confinedCommand, confinements, weakness } from './confinement';

describe('the confinement of the browser', () => {
  it('tries the sandbox first, for every user', () => {
    expect(confinements(1000)[0]).toEqual({ dropsPrivileges: false, sandbox: true });
    expect(confinements(0, '/usr/bin/setpriv')[0]).toEqual({ dropsPrivileges: true, sandbox: true });
  });

  it('drops root before it drops the sandbox', () => {
    expect(confinements(0, '/usr/bin/setpriv').slice(1)).toEqual([
      { dropsPrivileges: true, sandbox: false },
      { dropsPrivileges: false, sandbox: false },
    ]);
  });

  it('never starts Chromium with its sandbox as root, which Chromium refuses', () => {
    for (const { dropsPrivileges, sandbox } of confinements(0, undefined))
      expect(dropsPrivileges || !sandbox).toBe(true);
  });

  it('disables the sandbox only in confinements that declare it', () => {
    expect(confinedCommand({ dropsPrivileges: false, sandbox: true }, '/b', ['--x'])).toEqual({
      executable: '/b',
      args: ['--x'],
    });
    expect(confinedCommand({ dropsPrivileges: false, sandbox: false }, '/b', ['--x']).args).toEqual([
      '--x',
      '--no-sandbox',
    ]);
  });

  it('warns the operator about a missing sandbox, and about root', () => {
    expect(weakness({ dropsPrivileges: true, sandbox: true }, 0)).toBeUndefined();
    expect(weakness({ dropsPrivileges: true, sandbox: false }, 0)).toBe(
      'Chromium runs without its sandbox, as another user',
    );
    expect(weakness({ dropsPrivileges: false, sandbox: false }, 1000)).toBe(
      'Chromium runs without its sandbox, as the user of this program: it can read what this program can read',
    );
    expect(weakness({ dropsPrivileges: false, sandbox: false }, 0)).toBe(
      'Chromium runs without its sandbox, as root: it can read what this program can read',
    );
  });
});
