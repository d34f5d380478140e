import { type INestApplication, Injectable } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { createHash } from 'node:crypto';
import { type Surface } from '../surface';
import { describeApi } from './describe-api';

interface Served {
  readonly json: string;
  readonly etag: string;
}

/** The served document. It is created on the first request, so that it does not delay startup. */
@Injectable()
export class OpenApiDocument {
  #describe: (() => object) | undefined;
  #served: Served | undefined;

  get served(): Served {
    return (this.#served ??= this.#make());
  }

  /** Sets the application, once it is assembled. */
  describe(app: INestApplication, surface: Surface): void {
    this.#describe = () => describeApi(app, surface);
  }

  #make(): Served {
    if (this.#describe === undefined) throw new Error('no application is assembled yet');
    const json = JSON.stringify(this.#describe());
    return { json, etag: `"${createHash('sha256').update(json).digest('hex')}"` };
  }
}

/** Connects the document of an application, if it has one, to the application and its surface. */
export function connectOpenApiDocument(app: INestApplication, surface: Surface): void {
  for (const module of app.get(ModulesContainer).values()) {
    const document: unknown = module.providers.get(OpenApiDocument)?.instance;
    if (document instanceof OpenApiDocument) document.describe(app, surface);
  }
}
