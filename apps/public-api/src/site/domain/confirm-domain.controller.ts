import { Public } from '@governance/auth-guards';
import { FormBody } from '@governance/http';
import { Controller, Get, HttpCode, Param, Post, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { DomainConfirmationService } from '../../domain-proof/domain-confirmation.service';
import { SiteAddresses } from '../../site-addresses';
import { DomainLinkErrorFilter } from '../page-errors.filter';
import { Page } from '../page-headers';
import { PageRenderer } from '../page-renderer';

/** The link in a mail to a domain. */
@Public()
@ApiExcludeController()
@UseFilters(DomainLinkErrorFilter)
@Controller('domain-proofs/:token')
export class ConfirmDomainController {
  constructor(
    private readonly confirmations: DomainConfirmationService,
    private readonly renderer: PageRenderer,
    private readonly addresses: SiteAddresses,
  ) {}

  /** Changes nothing: links in messages are opened by machines too. */
  @Get()
  @Page({ forms: true })
  async ask(@Param('token') token: string): Promise<string> {
    const { name, resultId } = await this.confirmations.find(token);
    return this.renderer.render('confirm-domain', { name, verificationPage: this.pageOf(resultId) });
  }

  @Post()
  @HttpCode(200)
  @FormBody()
  @Page()
  async confirm(@Param('token') token: string): Promise<string> {
    const { name, resultId } = await this.confirmations.confirm(token);
    return this.renderer.render('domain-confirmed', { name, verificationPage: this.pageOf(resultId) });
  }

  private pageOf(resultId: string): string {
    return `${this.addresses.publicBaseUrl}/verify/${resultId}`;
  }
}
