import { type DynamicModule, Module } from '@nestjs/common';
import { DocsAssets } from './docs-assets';
import { OpenApiController } from './open-api.controller';
import { OpenApiDescription } from './open-api-description';
import { OpenApiDocument } from './open-api-document';

/** Serves what the surface can do, to programs at `/openapi.json` and to people at `/docs`. */
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
