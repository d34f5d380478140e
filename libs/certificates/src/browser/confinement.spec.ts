import { confinedCommand, confinements, weakness } from './confinement';

describe('the confinement of the browser', () => {
  it('tries the sandbox first, whoever starts it', () => {
    expect(confinements(1000)[0]).toEqual({ asNobody: false, sandbox: true });
    expect(confinements(0, '/usr/bin/setpriv')[0]).toEqual({ asNobody: true, sandbox: true });
  });

  it('gives up the rights of root before it gives up the sandbox', () => {
    expect(confinements(0, '/usr/bin/setpriv').slice(1)).toEqual([
      { asNobody: true, sandbox: false },
      { asNobody: false, sandbox: false },
    ]);
  });

  it('never asks Chromium for a sandbox as root, which it would refuse', () => {
    for (const { asNobody, sandbox } of confinements(0, undefined)) expect(asNobody || !sandbox).toBe(true);
  });

  it('turns the sandbox off only where it says so', () => {
    expect(confinedCommand({ asNobody: false, sandbox: true }, '/b', ['--x'])).toEqual({
      executable: '/b',
      args: ['--x'],
    });
    expect(confinedCommand({ asNobody: false, sandbox: false }, '/b', ['--x']).args).toEqual([
      '--x',
      '--no-sandbox',
    ]);
  });

  it('tells the operator about a missing sandbox, and about root', () => {
    expect(weakness({ asNobody: true, sandbox: true }, 0)).toBeUndefined();
    expect(weakness({ asNobody: false, sandbox: false }, 1000)).toBe('Chromium runs without its sandbox');
    expect(weakness({ asNobody: false, sandbox: false }, 0)).toBe(
      'Chromium runs without its sandbox and as root',
    );
  });
});
