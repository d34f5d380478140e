import { type DynamicModule, Module } from '@nestjs/common';
import { ProtectedResource } from './protected-resource';
import { ResourceMetadataController } from './resource-metadata.controller';

@Module({})
export class ResourceMetadataModule {
  static forRoot(resource: ProtectedResource): DynamicModule {
    return {
      module: ResourceMetadataModule,
      controllers: [ResourceMetadataController],
      providers: [{ provide: ProtectedResource, useValue: resource }],
    };
  }
}
