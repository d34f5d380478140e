import { Public } from '@governance/auth-guards';
import { Problem } from '@governance/kernel';
import { Controller, Get, Param, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { type Response } from 'express';
import { ConsoleAssets } from './console-assets';
import { ConsoleErrorFilter } from './console-error.filter';

/** What every page loads, also that of a browser without a session. */
@Public()
@ApiExcludeController()
@UseFilters(ConsoleErrorFilter)
@Controller('console/assets')
export class ConsoleAssetsController {
  constructor(private readonly assets: ConsoleAssets) {}

  @Get(':version/:name')
  asset(@Param('version') version: string, @Param('name') name: string, @Res() res: Response): void {
    const asset = this.assets.find({ version, name });
    if (!asset) throw new Problem('not_found', 'there is no such asset');
    res.set(asset.headers).send(asset.bytes);
  }
}
