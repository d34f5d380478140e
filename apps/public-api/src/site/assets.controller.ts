import { Public } from '@governance/auth-guards';
import { Problem } from '@governance/http';
import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { type Response } from 'express';
import { SiteAssets } from './site-assets';

/** What the pages load from our own origin. */
@Public()
@ApiExcludeController()
@Controller('assets')
export class AssetsController {
  constructor(private readonly assets: SiteAssets) {}

  /**
   * While a release is rolled out a page of the new replicas may ask an old one for its stylesheet: another version is
   * answered with what there is, and not kept.
   */
  @Get(':version/:name')
  asset(@Param('version') version: string, @Param('name') name: string, @Res() res: Response): void {
    const asset = this.assets.find(name);
    if (!asset) throw new Problem('not_found', 'there is no such asset');
    const current = version === this.assets.version;
    res
      .set({
        'content-type': asset.contentType,
        'cache-control': current ? 'public, max-age=31536000, immutable' : 'no-store',
        'content-security-policy': "default-src 'none'",
        'cross-origin-resource-policy': 'same-origin',
      })
      .send(asset.bytes);
  }
}
