import { watchedPrograms } from './watched-programs';

describe('the programs that are watched', () => {
  const names = (...args: string[]): string[] => [...watchedPrograms(args).keys()];

  it('are all by default', () => {
    expect(names()).toHaveLength(5);
  });

  it('are one program, or all programs of an app', () => {
    expect(names('public-api/worker')).toEqual(['public-api/worker']);
    expect(names('platform-api', 'identity-provider/main')).toEqual([
      'platform-api/main',
      'platform-api/worker',
      'identity-provider/main',
    ]);
  });

  it('each have a debugger, on different ports', () => {
    const ports = [...watchedPrograms([]).values()];
    expect(new Set(ports).size).toBe(ports.length);
  });

  it.each(['public', 'public-api/', 'public-api/migrate', ''])('are refused as %j', (name) => {
    expect(() => watchedPrograms([name])).toThrow('Unknown program');
  });
});
