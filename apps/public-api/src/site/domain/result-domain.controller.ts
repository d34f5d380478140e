import { proofMailboxes } from '@governance/assessments';
import { ClientBucket, Form, FormBody } from '@governance/http';
import { Problem, RuleViolation } from '@governance/kernel';
import { HttpStatus, Param, Post, Res } from '@nestjs/common';
import { type Response } from 'express';
import { resultProblems } from '../problem-texts';
import { SitePages } from '../site-pages.decorator';
import { DomainProofsService } from '../../domain-proof/domain-proofs.service';
import { ResultCapabilities } from '../../result-capabilities';
import { ReadResultsService } from '../../results/read-results.service';
import { Page } from '../page-headers';
import { type DomainNotice } from './domain-view';

/** The forms about the domain of a result. Each is answered by the page of the result, which says what became of it. */
@SitePages('results/:capability/domain', resultProblems)
export class ResultDomainController {
  constructor(
    private readonly domains: DomainProofsService,
    private readonly results: ReadResultsService,
    private readonly capabilities: ResultCapabilities,
  ) {}

  @Post()
  @FormBody()
  @Page()
  async ask(
    @Param('capability') capability: string,
    @Form() form: URLSearchParams,
    @ClientBucket() client: string,
    @Res({ passthrough: true }) res: Response,
  ): Promise<void> {
    const asked = this.domains.ask(capability, form.get('name') ?? '', client);
    this.show(res, capability, await outcomeOf(asked));
  }

  @Post('check')
  @FormBody()
  @Page()
  async check(
    @Param('capability') capability: string,
    @Res({ passthrough: true }) res: Response,
  ): Promise<void> {
    this.show(res, capability, await outcomeOf(this.domains.requestCheck(capability), 'checking'));
  }

  @Post('mail')
  @FormBody()
  @Page()
  async mail(
    @Param('capability') capability: string,
    @Form() form: URLSearchParams,
    @ClientBucket() client: string,
    @Res({ passthrough: true }) res: Response,
  ): Promise<void> {
    const mailbox = proofMailboxes.find((known) => known === form.get('mailbox'));
    if (mailbox === undefined)
      throw new RuleViolation(`mailbox must be one of: ${proofMailboxes.join(', ')}`);
    const mailed = this.domains.requestMail(capability, mailbox, client);
    this.show(res, capability, await outcomeOf(mailed, 'mailed'));
  }

  @Post('remove')
  @FormBody()
  @Page()
  async remove(
    @Param('capability') capability: string,
    @Res({ passthrough: true }) res: Response,
  ): Promise<void> {
    await this.domains.remove(capability);
    this.show(res, capability, 'removed');
  }

  private show(res: Response, capability: string, notice: DomainNotice | undefined): void {
    const query = notice === undefined ? '' : `?domain=${notice}`;
    // Only a capability that we made may be repeated in a header.
    const page = this.capabilities.urlOf(this.results.idOf(capability));
    res.status(HttpStatus.SEE_OTHER).set('location', `${page}${query}#domain`);
  }
}

/** What the page says; other errors have pages of their own. */
async function outcomeOf(work: Promise<unknown>, done?: DomainNotice): Promise<DomainNotice | undefined> {
  try {
    await work;
    return done;
  } catch (error) {
    if (error instanceof RuleViolation) return 'invalid';
    if (!(error instanceof Problem)) throw error;
    if (error.kind === 'conflict') return 'conflict';
    if (error.kind === 'too_many') return 'later';
    // The page says what is not there.
    if (error.kind === 'not_found') return undefined;
    throw error;
  }
}
