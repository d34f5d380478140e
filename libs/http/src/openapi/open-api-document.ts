import { type INestApplication, Injectable } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { createHash } from 'node:crypto';
import { type Surface } from '../surface';
import { describeApi } from './describe-api';

interface Served {
  readonly json: string;
  readonly etag: string;
}

/** The document as it is served: made when it is first asked for, so that no start waits for it. */
@Injectable()
export class OpenApiDocument {
  #describe: (() => object) | undefined;
  #served: Served | undefined;

  get served(): Served {
    return (this.#served ??= this.#make());
  }

  /** What it is made from: the application, when it has been put together. */
  describe(app: INestApplication, surface: Surface): void {
    this.#describe = () => describeApi(app, surface);
  }

  #make(): Served {
    if (this.#describe === undefined) throw new Error('no application has been put together');
    const json = JSON.stringify(this.#describe());
    return { json, etag: `"${createHash('sha256').update(json).digest('hex')}"` };
  }
}

/** Tells an application that has a document what it describes. */
export function connectOpenApiDocument(app: INestApplication, surface: Surface): void {
  for (const module of app.get(ModulesContainer).values()) {
    const document: unknown = module.providers.get(OpenApiDocument)?.instance;
    if (document instanceof OpenApiDocument) document.describe(app, surface);
  }
}
