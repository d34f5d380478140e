import { type Ownership, qrDrawing } from '@governance/certificates';
import { ClientBucket, Form, FormBody } from '@governance/http';
import { toHalfWidth } from '@governance/deliveries';
import { Get, HttpStatus, Param, Post, Res } from '@nestjs/common';
import { type Response } from 'express';
import { SiteAddresses } from '../../site-addresses';
import { momentOf } from '../moment';
import { Page } from '../page-headers';
import { PageRenderer } from '../page-renderer';
import { ownershipProblems } from '../problem-texts';
import { SitePages } from '../site-pages.decorator';
import { OwnershipService, type ShownConfirmation } from './ownership.service';

const noMatch = 'This does not match. Check the address and the ownership code of the message.';

/** "Prove that it is yours": the holder enters address and ownership code, and gets a link for the person beside them. */
@SitePages('verify', ownershipProblems)
export class OwnershipController {
  constructor(
    private readonly ownership: OwnershipService,
    private readonly renderer: PageRenderer,
    private readonly addresses: SiteAddresses,
  ) {}

  @Get('ownership/:link')
  @Page()
  async confirmation(
    @Param('link') link: string,
    @Res({ passthrough: true }) res: Response,
  ): Promise<string> {
    const shown = await this.ownership.shown(link);
    if (shown.state !== 'confirmed') res.status(HttpStatus.GONE);
    return this.renderer.render('confirmation', this.confirmationView(shown, link));
  }

  @Get(':id/ownership')
  @Page({ forms: true })
  async ask(@Param('id') id: string): Promise<string> {
    return this.renderer.render('ownership', { id: await this.ownership.certificate(id), problem: '' });
  }

  @Post(':id/ownership')
  @FormBody()
  @Page({ forms: true })
  async prove(
    @Param('id') id: string,
    @Form() form: URLSearchParams,
    @ClientBucket() client: string,
    @Res({ passthrough: true }) res: Response,
  ): Promise<string | undefined> {
    const link = await this.ownership.prove(id, given(form), client);
    if (link === undefined) {
      res.status(HttpStatus.FORBIDDEN);
      return this.renderer.render('ownership', { id: id.toLowerCase(), problem: noMatch });
    }
    res.redirect(HttpStatus.SEE_OTHER, this.urlOf(link));
    return undefined;
  }

  private urlOf(link: string): string {
    return `${this.addresses.publicBaseUrl}/verify/ownership/${link}`;
  }

  private confirmationView({ resultId, provenAt, endsAt, state }: ShownConfirmation, link: string): object {
    const url = this.urlOf(link);
    return {
      id: resultId,
      url,
      qr: qrDrawing(url),
      provenAt: momentOf(provenAt.toISOString()),
      endsAt: momentOf(endsAt.toISOString()),
      confirmed: state === 'confirmed',
      withdrawn: state === 'withdrawn',
      issuer: this.addresses.publicBaseUrl,
    };
  }
}

function given(form: URLSearchParams): Ownership {
  return { address: form.get('address')?.trim() ?? '', code: toHalfWidth(form.get('code') ?? '').trim() };
}
