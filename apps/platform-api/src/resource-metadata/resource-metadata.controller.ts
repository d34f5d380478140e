import { Public } from '@governance/auth-guards';
import { AnyOrigin, SerializeAs } from '@governance/http';
import { Controller, Get, Res } from '@nestjs/common';
import { type Response } from 'express';
import { ProtectedResource } from './protected-resource';
import { ResourceMetadataResponse } from './resource-metadata.dto';
import { DescribeResourceMetadata, oneHour } from './resource-metadata.openapi';

/** RFC 9728: a client that knows only this surface finds the issuer of its tokens. Live in every environment. */
@Public()
@AnyOrigin()
@Controller('.well-known/oauth-protected-resource')
export class ResourceMetadataController {
  constructor(private readonly resource: ProtectedResource) {}

  @Get()
  @SerializeAs(ResourceMetadataResponse)
  @DescribeResourceMetadata
  metadata(@Res({ passthrough: true }) res: Response): ResourceMetadataResponse {
    res.set('cache-control', oneHour);
    return new ResourceMetadataResponse(this.resource);
  }
}
