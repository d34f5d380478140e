import { ClientBucket, FormBody } from '@governance/http';
import { Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { BrowserProofs } from '../../campaign/browser-proofs';
import { CampaignAnsweringService } from '../../campaign/campaign-answering.service';
import { ResultCapabilities } from '../../result-capabilities';
import { Page } from '../page-headers';
import { campaignProblems } from '../problem-texts';
import { SitePages } from '../site-pages.decorator';
import { CampaignCookie } from './campaign-cookie';
import { CampaignPages } from './campaign-pages';
import { campaignPath } from './campaign-view';

/** The link that a campaign sends: who asks, why and until when. */
@SitePages('campaign/:capability', campaignProblems)
export class CampaignController {
  constructor(
    private readonly answering: CampaignAnsweringService,
    private readonly proofs: BrowserProofs,
    private readonly results: ResultCapabilities,
    private readonly cookie: CampaignCookie,
    private readonly pages: CampaignPages,
  ) {}

  /** Changes nothing: links in messages are opened by machines too. */
  @Get()
  @Page({ forms: true })
  async show(
    @Param('capability') capability: string,
    @Query('saved') saved: unknown,
    @ClientBucket() client: string,
    @Req() req: Request,
  ): Promise<string> {
    const draft = await this.answering.find({ capability, client });
    const allowed = this.proofs.allows(this.cookie.read(req), draft);
    const { resultId } = draft;
    return this.pages.landing(draft, {
      capability,
      allowed,
      hasJustSaved: saved !== undefined,
      ...(allowed && resultId !== undefined && { resultUrl: this.results.urlOf(resultId) }),
    });
  }

  @Post()
  @FormBody()
  @Page()
  async begin(
    @Param('capability') capability: string,
    @ClientBucket() client: string,
    @Res({ passthrough: true }) res: Response,
  ): Promise<string> {
    await this.answering.begin({ capability, client });
    return this.pages.goTo(res, `${campaignPath(capability)}/assessment`);
  }

  @Get('opt-out')
  @Page({ forms: true })
  async askOptOut(@Param('capability') capability: string, @ClientBucket() client: string): Promise<string> {
    return this.pages.optOut(await this.answering.find({ capability, client }), capability);
  }

  /** RFC 8058: mail programs send the form too, without a person who sees the page. */
  @Post('opt-out')
  @FormBody()
  @Page()
  async optOut(
    @Param('capability') capability: string,
    @ClientBucket() client: string,
    @Res({ passthrough: true }) res: Response,
  ): Promise<string> {
    const holder = { capability, client };
    await this.answering.optOut(holder);
    res.status(200);
    return this.pages.optOut(await this.answering.find(holder), capability);
  }
}
