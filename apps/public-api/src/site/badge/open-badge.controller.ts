import { Get, Param, Res } from '@nestjs/common';
import { type Response } from 'express';
import { openBadgeProblems } from '../problem-texts';
import { SitePages } from '../site-pages.decorator';
import { BadgeService } from './badge.service';

/** The certificate as an Open Badge 3.0, in the two forms that its specification has for signed tokens. */
@SitePages('results/badge/:id', openBadgeProblems)
export class OpenBadgeController {
  constructor(private readonly badges: BadgeService) {}

  @Get('open-badge.svg')
  async image(@Param('id') id: string, @Res() res: Response): Promise<void> {
    const { svg, fileName } = await this.badges.openBadgeOf(id);
    send(res, { name: `${fileName}.svg`, type: 'image/svg+xml; charset=utf-8', text: svg });
  }

  @Get('open-badge.jwt')
  async file(@Param('id') id: string, @Res() res: Response): Promise<void> {
    const { credential, fileName } = await this.badges.openBadgeOf(id);
    send(res, { name: `${fileName}.jwt`, type: 'text/plain; charset=utf-8', text: credential });
  }
}

interface Download {
  readonly name: string;
  readonly type: string;
  readonly text: string;
}

function send(res: Response, { name, type, text }: Download): void {
  res
    .set({
      'content-type': type,
      'content-disposition': `attachment; filename="${name}"`,
      // A certificate can be withdrawn.
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'x-content-type-options': 'nosniff',
    })
    .send(text);
}
