import { Public } from '@governance/auth-guards';
import { Problem } from '@governance/kernel';
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

  @Get(':version/:name')
  asset(@Param('version') version: string, @Param('name') name: string, @Res() res: Response): void {
    const asset = this.assets.find({ version, name });
    if (!asset) throw new Problem('not_found', 'there is no such asset');
    res.set(asset.headers).send(asset.bytes);
  }
}
