import { FormBody } from '@governance/http';
import { Get, HttpCode, Param, Post } from '@nestjs/common';
import { DomainConfirmationService } from '../../domain-proof/domain-confirmation.service';
import { SiteAddresses } from '../../site-addresses';
import { Page } from '../page-headers';
import { PageRenderer } from '../page-renderer';
import { domainLinkProblems } from '../problem-texts';
import { SitePages } from '../site-pages.decorator';

/** The link in a mail to a domain. */
@SitePages('domain-proofs/:token', domainLinkProblems)
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
