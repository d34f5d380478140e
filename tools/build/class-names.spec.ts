import { transformSync } from 'esbuild';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';

interface ClassNames {
  readonly unnamed: string;
  nameClassesAlone(code: string): string;
}

const source = `
  function outer() {
    function inner() {}
    const arrow = () => inner;
    return [inner, arrow];
  }
  class Session {}
  const Anonymous = class {};
  [outer().length, Session.name, Anonymous.name, typeof outer()[1]()].join(' ');
`;

describe('the names in a bundle', () => {
  let names: ClassNames;
  let code: string;

  beforeAll(async () => {
    names = (await import(join(__dirname, 'class-names.mjs'))) as ClassNames;
    // As esbuild does where two modules have a class of one name.
    code = transformSync(source, { keepNames: true }).code.replaceAll('class Session', 'class Session2');
    code = code.replaceAll(/(?<!")Session\.name/g, 'Session2.name');
  });

  it('are given to classes', () => {
    const result: unknown = runInNewContext(names.unnamed + names.nameClassesAlone(code));
    expect(result).toBe('2 Session Anonymous function');
  });

  it('are given to no function, each time one is made', () => {
    expect(code.match(/__name\(/g)?.length).toBeGreaterThan(2);
    expect(names.nameClassesAlone(code).match(/__name\([^,]*/g)).toEqual(['__name(this', '__name(this']);
  });

  it('leave everything where it stands, for the source map', () => {
    const lengths = (text: string): number[] => text.split('\n').map(({ length }) => length);
    expect(lengths(names.nameClassesAlone(code))).toEqual(lengths(code));
  });
});
