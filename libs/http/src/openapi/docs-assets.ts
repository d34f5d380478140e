import { Injectable } from '@nestjs/common';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { returnPage } from './docs-page';
import { drawing, returning, returnPageHtml } from './docs-scripts';
import { snippets, snippetsStyle } from './docs-snippets-script';

export interface DocsAsset {
  readonly contentType: string;
  readonly bytes: Buffer | string;
}

const javaScript = 'text/javascript; charset=utf-8';
const css = 'text/css; charset=utf-8';
const files: Readonly<Record<string, string>> = {
  'swagger-ui.css': css,
  'swagger-ui-bundle.js': javaScript,
  'favicon-32x32.png': 'image/png',
};
const own: ReadonlyMap<string, DocsAsset> = new Map([
  ['draw.js', { contentType: javaScript, bytes: drawing }],
  ['snippets.js', { contentType: javaScript, bytes: snippets }],
  ['snippets.css', { contentType: css, bytes: snippetsStyle }],
  ['return.js', { contentType: javaScript, bytes: returning }],
  [returnPage, { contentType: 'text/html; charset=utf-8', bytes: returnPageHtml }],
]);

/** The assets of the page, from our own origin. Read on the first request (1.7 MB) and cached. */
@Injectable()
export class DocsAssets {
  private readonly folder = dirname(require.resolve('swagger-ui-dist/package.json'));
  private readonly cache = new Map<string, Promise<Buffer>>();

  async find(name: string): Promise<DocsAsset | undefined> {
    const contentType = Object.hasOwn(files, name) ? files[name] : undefined;
    if (contentType === undefined) return own.get(name);
    return { contentType, bytes: await this.read(name) };
  }

  private read(name: string): Promise<Buffer> {
    let bytes = this.cache.get(name);
    if (bytes === undefined) {
      bytes = readFile(join(this.folder, name));
      this.cache.set(name, bytes);
    }
    return bytes;
  }
}
