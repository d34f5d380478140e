import { Injectable } from '@nestjs/common';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export interface DocsAsset {
  readonly contentType: string;
  readonly bytes: Buffer | string;
}

const javaScript = 'text/javascript; charset=utf-8';
const files: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': javaScript,
  'favicon-32x32.png': 'image/png',
};

/** Renders the document. It is not sent to an external validator. */
const drawing = `
const place = document.getElementById('document');
SwaggerUIBundle({
  domNode: place,
  url: place.dataset.url,
  validatorUrl: null,
  deepLinking: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
});
`.trimStart();

/** The assets of the page, from our own origin. Read on the first request (1.7 MB) and cached. */
@Injectable()
export class DocsAssets {
  private readonly folder = dirname(require.resolve('swagger-ui-dist/package.json'));
  private readonly cache = new Map<string, Promise<Buffer>>();

  async find(name: string): Promise<DocsAsset | undefined> {
    if (name === 'draw.js') return { contentType: javaScript, bytes: drawing };
    const contentType = Object.hasOwn(files, name) ? files[name] : undefined;
    return contentType === undefined ? undefined : { contentType, bytes: await this.read(name) };
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
