import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSupportedNode } from './engine';

const { engines } = JSON.parse(readFileSync(join(__dirname, '../package.template.json'), 'utf8')) as {
  readonly engines: { readonly node: string };
};

describe('the versions of Node that the command line supports', () => {
  it.each([
    ['20.20.2', false],
    ['22.22.1', false],
    ['22.22.2', true],
    ['22.23.0', true],
    ['23.11.0', false],
    ['24.14.9', false],
    ['24.15.0', true],
    ['25.9.0', false],
    ['26.0.0', true],
    ['27.1.0', true],
  ])('are read from its package: %s is %s', (version, supported) => {
    expect(isSupportedNode(version, engines.node)).toBe(supported);
  });

  it('are written in two forms only', () => {
    expect(() => isSupportedNode('22.0.0', '~22.1')).toThrow(RangeError);
  });
});
