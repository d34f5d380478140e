import { Public } from '@governance/auth-guards';
import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { type Request, type Response } from 'express';
import { Problem } from '@governance/kernel';
import { DocsAssets } from './docs-assets';
import { docsPage, docsPageHeaders, returnPage } from './docs-page';
import { OpenApiDescription } from './open-api-description';
import { OpenApiDocument } from './open-api-document';
import { knowsETag } from '../known-etag';

/** The description of the surface. It contains no customer data and needs no token. */
@Public()
@ApiExcludeController()
@Controller()
export class OpenApiController {
  constructor(
    private readonly document: OpenApiDocument,
    private readonly description: OpenApiDescription,
    private readonly assets: DocsAssets,
  ) {}

  @Get('openapi.json')
  json(@Req() req: Request, @Res() res: Response): void {
    const { json, etag } = this.document.served;
    res.set({ etag, 'cache-control': 'no-cache' });
    if (knowsETag(req, etag)) res.status(304).end();
    else res.type('application/json').send(json);
  }

  @Get('docs')
  page(@Req() req: Request, @Res() res: Response): void {
    const up = req.path.endsWith('/') ? '../' : '';
    const { title, signIn } = this.description;
    const page = docsPage({ title, folder: `${up}docs/`, documentUrl: `${up}openapi.json`, signIn });
    res.set(docsPageHeaders(signIn)).send(page);
  }

  @Get('docs/:name')
  async asset(@Param('name') name: string, @Res() res: Response): Promise<void> {
    const asset = await this.assets.find(name);
    if (!asset) throw new Problem('not_found', 'there is no such asset');
    const { contentType, bytes } = asset;
    res.set(name === returnPage ? docsPageHeaders(undefined) : assetHeaders(contentType)).send(bytes);
  }
}

function assetHeaders(contentType: string): Readonly<Record<string, string>> {
  return {
    'content-type': contentType,
    'cache-control': 'public, max-age=3600',
    'cross-origin-resource-policy': 'same-origin',
  };
}
