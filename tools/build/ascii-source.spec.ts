import { join } from 'node:path';
import { runInNewContext } from 'node:vm';

describe('the ASCII of a program', () => {
  let asciiSource: (text: string) => string;
  beforeAll(async () => {
    ({ asciiSource } = (await import(join(__dirname, 'ascii-source.mjs'))) as {
      asciiSource: (text: string) => string;
    });
  });

  it('matches what the letters matched', () => {
    const program = '[/^[À-ſ]+🦄$/u.test("ßŁ🦄"), /^[À-ſ]+$/.test("Łódź")].join() // é';
    const ascii = asciiSource(program);
    expect(Buffer.from(ascii, 'latin1').toString('ascii')).toBe(ascii);
    expect([runInNewContext(ascii), runInNewContext(program)]).toEqual(['true,false', 'true,false']);
  });

  it('is not made of a letter behind a backslash', () => {
    expect(() => asciiSource('/\\é/')).toThrow('behind a backslash');
  });
});
