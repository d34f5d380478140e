import { type LinkedDraft, draftStateOf } from '@governance/assessments';
import { Clock } from '@governance/kernel';
import { HttpStatus, Injectable } from '@nestjs/common';
import { type Response } from 'express';
import { SiteAddresses } from '../../site-addresses';
import { AssessmentFormService } from '../assessment-form/assessment-form.service';
import { type FilledForm } from '../assessment-form/filled-form';
import { PageRenderer } from '../page-renderer';
import { CampaignCookie } from './campaign-cookie';
import { savedSheet } from './campaign-sheet';
import { type SheetOutcome } from './campaign-sheet.service';
import { askedBy, type CampaignContext, campaignPath, campaignView, senderView } from './campaign-view';
import { versionsView } from './versions-view';

/** The answers of the pages of a link. A redirection repeats the capability: it is genuine, because its draft was found. */
@Injectable()
export class CampaignPages {
  constructor(
    private readonly renderer: PageRenderer,
    private readonly forms: AssessmentFormService,
    private readonly cookie: CampaignCookie,
    private readonly addresses: SiteAddresses,
    private readonly clock: Clock,
  ) {}

  landing(draft: LinkedDraft, context: Omit<CampaignContext, 'now'>): string {
    return this.renderer.render('campaign', campaignView(draft, { ...context, now: this.clock.now() }));
  }

  code(draft: LinkedDraft, context: Pick<CampaignContext, 'capability' | 'code'>): string {
    const view = campaignView(draft, { ...context, allowed: false, now: this.clock.now() });
    return this.renderer.render('campaign-code', view);
  }

  optOut(draft: LinkedDraft, capability: string): string {
    const optedOut = draft.optedOutAt !== undefined;
    return this.renderer.render('campaign-opt-out', { ...senderView(draft, capability), optedOut });
  }

  /** The form with what is saved. Where it cannot be shown, the page of the link says why. */
  saved(
    res: Response,
    draft: LinkedDraft,
    { capability, allowed }: Pick<CampaignContext, 'capability' | 'allowed'>,
  ): string {
    const isShown = allowed && draftStateOf(draft, this.clock.now()) === 'open';
    if (!isShown) return this.goTo(res, campaignPath(capability));
    return this.form(savedSheet(draft), draft, { capability, version: draft.version });
  }

  /** What became of a form. `posted` waits for the code if one is asked for. */
  answer(
    res: Response,
    outcome: SheetOutcome,
    { capability, posted }: { readonly capability: string; readonly posted: URLSearchParams },
  ): string {
    switch (outcome.kind) {
      case 'ended':
        return this.goTo(res, campaignPath(capability));
      case 'saved':
        this.cookie.set(res, capability, outcome.proof);
        return this.goTo(res, savedPath(capability, outcome.draft, posted));
      case 'submitted':
        this.cookie.set(res, capability, outcome.proof);
        res.status(HttpStatus.SEE_OTHER).set('location', outcome.resultUrl);
        return '';
      case 'code':
        res.status(HttpStatus.FORBIDDEN);
        return this.code(outcome.draft, { capability, code: { carried: posted } });
      case 'form':
        res.status(outcome.form.problems.length === 0 ? HttpStatus.OK : HttpStatus.BAD_REQUEST);
        return this.form(outcome.form, outcome.draft, { capability, version: outcome.version });
      case 'versions':
        res.status(HttpStatus.CONFLICT);
        return this.renderer.render('campaign-versions', {
          ...senderView(outcome.draft, capability),
          ...versionsView(outcome.form, outcome.draft),
        });
    }
  }

  /** `path` begins with that of the link. */
  goTo(res: Response, path: string): string {
    res.status(HttpStatus.SEE_OTHER).set('location', this.addresses.publicBaseUrl + path);
    return '';
  }

  private form(
    form: FilledForm,
    draft: LinkedDraft,
    { capability, version }: { readonly capability: string; readonly version: number },
  ): string {
    return this.renderer.render(
      'campaign-assessment',
      this.forms.asked(form, askedBy(draft, capability, version)),
    );
  }
}

/** Who has chosen between two versions goes on with the form. */
function savedPath(capability: string, { version }: LinkedDraft, posted: URLSearchParams): string {
  const path = campaignPath(capability);
  return posted.get('save') === 'on' ? `${path}/assessment` : `${path}?saved=${version}`;
}
