import { toHalfWidth } from '@governance/deliveries';
import { ClientBucket, Form, FormBody } from '@governance/http';
import { Problem } from '@governance/kernel';
import { Get, HttpStatus, Param, Post, Req, Res } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { BrowserProofs } from '../../campaign/browser-proofs';
import { CampaignAnsweringService, type LinkHolder } from '../../campaign/campaign-answering.service';
import { Page } from '../page-headers';
import { campaignProblems } from '../problem-texts';
import { SitePages } from '../site-pages.decorator';
import { CampaignCookie } from './campaign-cookie';
import { CampaignPages } from './campaign-pages';
import { CampaignSheetService } from './campaign-sheet.service';
import { campaignPath, type CodeNotice } from './campaign-view';

const options = { scripts: true, forms: true };

const wrongCode = 'This code is not right, or no longer works. After five wrong codes, send another one.';
const tooManyCodes = 'We have sent five codes within a day. Try again tomorrow.';

/** The form behind the link of a campaign, in several sittings, and the code that shows it in another browser. */
@SitePages('campaign/:capability', campaignProblems)
export class CampaignSheetController {
  constructor(
    private readonly answering: CampaignAnsweringService,
    private readonly sheets: CampaignSheetService,
    private readonly proofs: BrowserProofs,
    private readonly cookie: CampaignCookie,
    private readonly pages: CampaignPages,
  ) {}

  @Get('assessment')
  @Page(options)
  async show(
    @Param('capability') capability: string,
    @ClientBucket() client: string,
    @Req() req: Request,
    @Res({ passthrough: true }) res: Response,
  ): Promise<string> {
    const draft = await this.answering.find({ capability, client });
    const allowed = this.proofs.allows(this.cookie.read(req), draft);
    return this.pages.saved(res, draft, { capability, allowed });
  }

  /** Saves the form, shows it once more to be checked, or sends it, by the button that was pressed. */
  @Post('assessment')
  @FormBody()
  @Page(options)
  async write(
    @Param('capability') capability: string,
    @Form() posted: URLSearchParams,
    @ClientBucket() client: string,
    @Req() req: Request,
    @Res({ passthrough: true }) res: Response,
  ): Promise<string> {
    const outcome = await this.sheets.write({ capability, client, proof: this.cookie.read(req) }, posted);
    return this.pages.answer(res, outcome, { capability, posted });
  }

  /** Mails a code, or takes it. A form that waits for the code is in the request, and goes on after it. */
  @Post('code')
  @FormBody()
  @Page(options)
  async code(
    @Param('capability') capability: string,
    @Form() posted: URLSearchParams,
    @ClientBucket() client: string,
    @Res({ passthrough: true }) res: Response,
  ): Promise<string> {
    const holder = { capability, client };
    if (posted.has('send')) return this.askAgain(res, { holder, posted }, await this.send(holder));
    const code = toHalfWidth(posted.get('code') ?? '').replace(/\s/g, '');
    if (!(await this.answering.checkCode(holder, code)))
      return this.askAgain(res, { holder, posted }, { status: HttpStatus.FORBIDDEN, problem: wrongCode });
    const draft = await this.answering.find(holder);
    const proof = this.proofs.ofCode(draft);
    this.cookie.set(res, capability, proof);
    if (!posted.has('version')) return this.pages.goTo(res, `${campaignPath(capability)}/assessment`);
    return this.pages.answer(res, await this.sheets.write({ ...holder, proof }, posted), {
      capability,
      posted,
    });
  }

  private async send(holder: LinkHolder): Promise<CodeOutcome> {
    try {
      return { status: HttpStatus.OK, sent: await this.answering.sendCode(holder) };
    } catch (error) {
      if (!(error instanceof Problem && error.kind === 'too_many')) throw error;
      return { status: HttpStatus.TOO_MANY_REQUESTS, problem: tooManyCodes };
    }
  }

  private async askAgain(
    res: Response,
    { holder, posted }: { readonly holder: LinkHolder; readonly posted: URLSearchParams },
    { status, ...notice }: CodeOutcome,
  ): Promise<string> {
    res.status(status);
    const draft = await this.answering.find(holder);
    const code = { ...notice, ...(posted.has('version') && { carried: posted }) };
    return this.pages.code(draft, { capability: holder.capability, code });
  }
}

type CodeOutcome = Omit<CodeNotice, 'carried'> & { readonly status: HttpStatus };
