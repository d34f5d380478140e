import { packagesOf } from './bundle-packages.mjs';

interface Output {
  readonly inputs: Readonly<Record<string, object>>;
  readonly imports: readonly { readonly path: string; readonly external?: boolean }[];
}

describe('the packages of a bundle', () => {
  const importing = (...paths: string[]): Output => ({
    inputs: {},
    imports: paths.map((path) => ({ path, external: true })),
  });

  it('are those that a program imports and that cannot be bundled, each once', () => {
    const main = importing('node:fs', 'swagger-ui-dist/package.json', '@nestjs/websockets/socket-module.js');
    const worker = importing('@css-inline/css-inline', 'swagger-ui-dist/package.json');
    expect(packagesOf({ outputs: { main, worker } })).toEqual(['@css-inline/css-inline', 'swagger-ui-dist']);
  });

  it('include those whose files a program reads without an import', () => {
    const main = { inputs: { 'libs/design/src/fonts.ts': {} }, imports: [] };
    expect(packagesOf({ outputs: { main } })).toEqual(['@fontsource/inter', '@fontsource/source-serif-4']);
  });

  it('must be listed unless they are bundled', () => {
    expect(() => packagesOf({ outputs: { main: importing('fs', 'sharp') } })).toThrow('sharp');
  });
});
