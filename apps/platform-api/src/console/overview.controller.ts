import { Public } from '@governance/auth-guards';
import { Problem } from '@governance/kernel';
import { type ConsoleSession } from '@governance/iam';
import { Controller, Get, Param, Res, UseFilters, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { type Response } from 'express';
import { ConsoleErrorFilter } from './console-error.filter';
import { ConsoleGuard, CurrentSession } from './console.guard';
import { ConsoleAssets } from './console-assets';
import { ConsolePages } from './console-pages';
import { OverviewService } from './overview.service';

@Public()
@ApiExcludeController()
@UseFilters(ConsoleErrorFilter)
@Controller('console')
export class ConsoleOverviewController {
  constructor(
    private readonly overview: OverviewService,
    private readonly pages: ConsolePages,
    private readonly assets: ConsoleAssets,
  ) {}

  @Get()
  @UseGuards(ConsoleGuard)
  async show(@CurrentSession() session: ConsoleSession, @Res() res: Response): Promise<void> {
    const view = await this.overview.viewFor(session);
    this.pages.send(res, 'overview', { title: 'Overview', view, session });
  }

  @Get('assets/:version/:name')
  asset(@Param('version') version: string, @Param('name') name: string, @Res() res: Response): void {
    const asset = this.assets.find({ version, name });
    if (!asset) throw new Problem('not_found', 'there is no such asset');
    res.set(asset.headers).send(asset.bytes);
  }
}
