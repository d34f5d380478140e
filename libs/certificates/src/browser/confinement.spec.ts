import { confinedCommand, confinements, weakness } from './confinement';

describe('the confinement of the browser', () => {
  it('tries the sandbox first, for every user', () => {
    expect(confinements(1000)[0]).toEqual({ asNobody: false, sandbox: true });
    expect(confinements(0, '/usr/bin/setpriv')[0]).toEqual({ asNobody: true, sandbox: true });
  });

  it('drops root before it drops the sandbox', () => {
    expect(confinements(0, '/usr/bin/setpriv').slice(1)).toEqual([
      { asNobody: true, sandbox: false },
      { asNobody: false, sandbox: false },
    ]);
  });

  it('never starts Chromium with its sandbox as root, which Chromium refuses', () => {
    for (const { asNobody, sandbox } of confinements(0, undefined)) expect(asNobody || !sandbox).toBe(true);
  });

  it('disables the sandbox only in confinements that declare it', () => {
    expect(confinedCommand({ asNobody: false, sandbox: true }, '/b', ['--x'])).toEqual({
      executable: '/b',
      args: ['--x'],
    });
    expect(confinedCommand({ asNobody: false, sandbox: false }, '/b', ['--x']).args).toEqual([
      '--x',
      '--no-sandbox',
    ]);
  });

  it('warns the operator about a missing sandbox, and about root', () => {
    expect(weakness({ asNobody: true, sandbox: true }, 0)).toBeUndefined();
    expect(weakness({ asNobody: false, sandbox: false }, 1000)).toBe('Chromium runs without its sandbox');
    expect(weakness({ asNobody: false, sandbox: false }, 0)).toBe(
      'Chromium runs without its sandbox and as root',
    );
  });
});
