import { type INestApplication, Injectable } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { createHash } from 'node:crypto';
import { type Surface } from '../surface';
import { describeApi } from './describe-api';

/** The document as it is served: made once, when the application has been put together. */
@Injectable()
export class OpenApiDocument {
  #json = '';
  #etag = '';

  get json(): string {
    return this.#json;
  }

  get etag(): string {
    return this.#etag;
  }

  make(app: INestApplication, surface: Surface): void {
    this.#json = JSON.stringify(describeApi(app, surface));
    this.#etag = `"${createHash('sha256').update(this.#json).digest('hex')}"`;
  }
}

/** Makes the document of an application that has one. */
export function makeOpenApiDocument(app: INestApplication, surface: Surface): void {
  for (const module of app.get(ModulesContainer).values()) {
    const document: unknown = module.providers.get(OpenApiDocument)?.instance;
    if (document instanceof OpenApiDocument) document.make(app, surface);
  }
}
