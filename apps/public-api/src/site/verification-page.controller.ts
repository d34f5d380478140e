import { Public } from '@governance/auth-guards';
import { Controller, Get, Param, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { PageErrorFilter } from './page-error.filter';
import { Page } from './page-headers';
import { PageRenderer } from './page-renderer';
import { VerificationPageService } from './verification-page.service';

/** The human verification page: where canonical verification sends browsers (spec 4.1). */
@Public()
@ApiExcludeController()
@UseFilters(PageErrorFilter)
@Controller('verify')
export class VerificationPageController {
  constructor(
    private readonly verification: VerificationPageService,
    private readonly renderer: PageRenderer,
  ) {}

  @Get(':id')
  @Page()
  async show(@Param('id') id: string): Promise<string> {
    const { name, view } = await this.verification.pageOf(id);
    return this.renderer.render(name, view);
  }
}
