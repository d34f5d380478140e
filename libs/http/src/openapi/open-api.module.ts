import { type DynamicModule, Module } from '@nestjs/common';
import { DocsAssets } from './docs-assets';
import { OpenApiController } from './open-api.controller';
import { OpenApiDescription } from './open-api-description';
import { OpenApiDocument } from './open-api-document';

/** Serves the description of the surface: `/openapi.json` for programs, `/docs` for developers. */
@Module({})
export class OpenApiModule {
  static forRoot(description: OpenApiDescription): DynamicModule {
    return {
      module: OpenApiModule,
      controllers: [OpenApiController],
      providers: [OpenApiDocument, DocsAssets, { provide: OpenApiDescription, useValue: description }],
    };
  }
}
